// SPDX-License-Identifier: GPL-3.0-or-later
// Column mappings remembered by name, in one small file of the user's that people can read:
// {"fullscope_mappings": 1, "mappings": [{"name": "lab-a", "kind": "log", "columns": "step=iter,loss=\"my loss\""}]}
#pragma once

#include "core/import/mapping_text.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fullscope::workspace {

struct MappingProfile {
    std::string name {};
    import::Kind kind = import::Kind::log; // what it makes of a table
    std::vector<import::MappedColumn> columns {};

    bool operator==(const MappingProfile&) const = default;
};

// Of a table that is mapped so: a target belongs to one kind alone.
import::Kind kindOf(std::span<const import::MappedColumn> columns);

// $XDG_DATA_HOME/fullscope/mappings.json, else under ~/.local/share. Error not_given: neither XDG_DATA_HOME nor HOME.
base::Result<std::string> mappingProfilesFile();

// In order of name; none where there is no file. Errors, which name what is wrong with the file: bad_json, bad_value,
// field_missing, name_duplicate, those of parseColumnMapping, file_not_readable, not_a_file.
base::Result<std::vector<MappingProfile>> mappingProfiles(const std::string& file);
// Error name_unknown with the nearest name.
base::Result<MappingProfile> mappingProfile(const std::string& file, std::string_view name);

// Takes the place of the one with its name. A file that cannot be read is left as it is. Safe against other programs
// that do the same. Errors: as above; bad_value (a name that is none), disk_full, write_failed (also when
// another program holds it too long).
base::Status saveMappingProfile(const std::string& file, const MappingProfile& profile);
base::Status removeMappingProfile(const std::string& file, std::string_view name);

// `--map` of the command line: `@lab-a` is the profile of that name in mappingProfilesFile().
base::Result<std::vector<import::MappedColumn>> mappingByText(std::string_view text);

// Those of which every column is among `columns`, the one that maps most columns first.
std::vector<MappingProfile> fittingProfiles(
    std::span<const MappingProfile> profiles, std::span<const std::string> columns);

} // namespace fullscope::workspace
