// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/mapping_profiles.h"

#include "core/base/text.h"
#include "core/base/write_file.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sys/file.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>

namespace fullscope::workspace {

namespace {

using Json = nlohmann::ordered_json;
using import::Kind;
using import::MappedColumn;

constexpr const char* kVersionKey = "fullscope_mappings";
constexpr int kVersion = 1;
constexpr std::size_t kMostBytes = 4 << 20;
constexpr std::size_t kLongestName = 100;
constexpr const char* kHeld = "held by another program";

const char* nameOf(Kind kind)
{
    return kind == Kind::bill ? "bill" : "log";
}

base::Error wrong(base::Code code, const std::string& file, std::string field, std::string found, std::string expected)
{
    return {.code = code,
        .file = file,
        .field = std::move(field),
        .found = base::excerpt(found),
        .expected = std::move(expected)};
}

base::Status checkName(std::string_view name)
{
    const bool isClean = std::none_of(name.begin(), name.end(), [](unsigned char c) { return c < ' ' || c == 127; });
    if (!name.empty() && name.size() <= kLongestName && base::trimmed(name) == name && name.front() != '@' && isClean)
        return {};
    return base::Error {
        .code = base::Code::bad_value, .field = "name", .found = base::excerpt(name), .expected = "lab-a"};
}

// Empty where there is no file.
base::Result<std::string> textOf(const std::string& file)
{
    std::error_code failed;
    const auto status = std::filesystem::status(file, failed);
    if (status.type() == std::filesystem::file_type::not_found)
        return std::string();
    if (status.type() != std::filesystem::file_type::regular)
        return base::Error {.code = base::Code::not_a_file, .file = file};
    std::ifstream in(file, std::ios::binary);
    std::string text(kMostBytes + 1, '\0');
    in.read(text.data(), static_cast<std::streamsize>(text.size()));
    if (in.gcount() == 0 && !in.eof())
        return base::Error {.code = base::Code::file_not_readable, .file = file};
    text.resize(static_cast<std::size_t>(in.gcount()));
    if (text.size() > kMostBytes)
        return wrong(base::Code::out_of_range, file, "", "> 4 MiB", "≤ 4 MiB");
    return text;
}

base::Result<std::string> member(const Json& entry, const char* key, const std::string& file, const std::string& of)
{
    const auto found = entry.is_object() ? entry.find(key) : entry.end();
    if (!entry.is_object() || found == entry.end())
        return wrong(base::Code::field_missing, file, of.empty() ? key : of + ": " + key, "", "");
    if (!found->is_string())
        return wrong(
            base::Code::bad_value, file, of.empty() ? key : of + ": " + key, found->dump(-1, ' ', true), "text");
    return found->get<std::string>();
}

base::Result<MappingProfile> readProfile(const Json& entry, const std::string& file)
{
    FS_TRY_VALUE(name, member(entry, "name", file, {}));
    FS_TRY_VALUE(kind, member(entry, "kind", file, name));
    FS_TRY_VALUE(text, member(entry, "columns", file, name));
    if (!checkName(name).ok())
        return wrong(base::Code::bad_value, file, "name", name, "lab-a");
    auto columns = import::parseColumnMapping(text);
    if (!columns.ok()) {
        columns.error().file = file;
        columns.error().field = name;
        return std::move(columns.error());
    }
    MappingProfile profile {.name = name, .kind = kindOf(*columns), .columns = *columns};
    if (kind != nameOf(profile.kind))
        return wrong(base::Code::bad_value, file, name + ": kind", kind, nameOf(profile.kind));
    return profile;
}

base::Result<Json> jsonOf(const std::string& file, const std::string& text)
{
    try {
        return Json::parse(text);
    } catch (const nlohmann::json::parse_error& error) {
        const auto at = text.begin() + static_cast<std::ptrdiff_t>(std::min(error.byte, text.size()));
        return base::Error {.code = base::Code::bad_json,
            .file = file,
            .line = 1 + std::count(text.begin(), at, '\n'),
            .expected = "JSON"};
    } catch (const nlohmann::json::exception&) { // a number that no double can hold
        return base::Error {.code = base::Code::bad_json, .file = file, .expected = "JSON"};
    }
}

std::string toText(std::span<const MappingProfile> profiles)
{
    Json list = Json::array();
    for (const MappingProfile& profile : profiles)
        list.push_back({{"name", profile.name}, {"kind", nameOf(profile.kind)},
            {"columns", import::formatColumnMapping(profile.columns)}});
    return Json {{kVersionKey, kVersion}, {"mappings", list}}.dump(2, ' ', false, Json::error_handler_t::replace)
        + "\n";
}

// Held by one program at a time while it changes the file. In a file beside it, which stays: one that is renamed over
// cannot be locked.
class Lock {
public:
    static base::Result<Lock> of(const std::string& file)
    {
        constexpr std::chrono::milliseconds kPatience {2000}, kPause {20};
        std::error_code failed;
        std::filesystem::create_directories(std::filesystem::path(file).parent_path(), failed);
        const std::string name = file + ".lock";
        const int descriptor = ::open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
        if (descriptor < 0)
            return base::Error {
                .code = base::Code::write_failed, .file = file, .found = std::generic_category().message(errno)};
        Lock lock(descriptor);
        const auto until = std::chrono::steady_clock::now() + kPatience;
        while (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
            if (std::chrono::steady_clock::now() >= until)
                return base::Error {.code = base::Code::write_failed, .file = file, .found = kHeld};
            std::this_thread::sleep_for(kPause);
        }
        return lock;
    }
    Lock(Lock&& other) noexcept
        : m_descriptor(std::exchange(other.m_descriptor, -1))
    {
    }
    ~Lock()
    {
        if (m_descriptor >= 0)
            ::close(m_descriptor);
    }

private:
    explicit Lock(int descriptor)
        : m_descriptor(descriptor)
    {
    }
    int m_descriptor;
};

base::Error unknownName(const std::string& file, std::span<const MappingProfile> profiles, std::string_view name)
{
    std::vector<std::string_view> names;
    std::string all;
    for (const MappingProfile& profile : profiles) {
        names.emplace_back(profile.name);
        all.append(all.empty() ? "" : ", ").append(profile.name);
    }
    base::Error error = wrong(base::Code::name_unknown, file, "", std::string(name), base::excerpt(all, 400));
    if (const auto near = base::nearest(name, names); !near.empty())
        error.args.emplace_back(near);
    return error;
}

} // namespace

Kind kindOf(std::span<const MappedColumn> columns)
{
    const auto ofBills = import::mappingTargets(Kind::bill);
    const bool isBill = std::any_of(columns.begin(), columns.end(), [&](const MappedColumn& one) {
        // What a target is followed by (the name of a tag) is not in the list.
        return std::any_of(ofBills.begin(), ofBills.end(), [&](std::string_view target) {
            return one.target == target || (target.ends_with(':') && one.target.starts_with(target));
        });
    });
    return isBill ? Kind::bill : Kind::log;
}

base::Result<std::string> mappingProfilesFile()
{
    if (const char* data = std::getenv("XDG_DATA_HOME"); data != nullptr && *data == '/')
        return std::string(data) + "/fullscope/mappings.json";
    if (const char* home = std::getenv("HOME"); home != nullptr && *home != '\0')
        return std::string(home) + "/.local/share/fullscope/mappings.json";
    return base::Error {.code = base::Code::not_given, .field = "HOME"};
}

base::Result<std::vector<MappingProfile>> mappingProfiles(const std::string& file)
{
    FS_TRY_VALUE(text, textOf(file));
    std::vector<MappingProfile> profiles;
    if (text.empty())
        return profiles;
    FS_TRY_VALUE(json, jsonOf(file, text));
    const auto version = json.is_object() ? json.find(kVersionKey) : json.end();
    if (!json.is_object() || version == json.end())
        return wrong(base::Code::field_missing, file, kVersionKey, "", "1");
    if (*version != kVersion)
        return wrong(base::Code::bad_value, file, kVersionKey, version->dump(-1, ' ', true), "1");
    const auto list = json.find("mappings");
    if (list == json.end() || !list->is_array())
        return wrong(base::Code::field_missing, file, "mappings", "", "[…]");
    for (const Json& entry : *list) {
        FS_TRY_VALUE(profile, readProfile(entry, file));
        const auto same = [&](const MappingProfile& other) { return other.name == profile.name; };
        if (std::any_of(profiles.begin(), profiles.end(), same))
            return wrong(base::Code::name_duplicate, file, "", profile.name, "");
        profiles.push_back(std::move(profile));
    }
    std::sort(profiles.begin(), profiles.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
    return profiles;
}

base::Result<MappingProfile> mappingProfile(const std::string& file, std::string_view name)
{
    FS_TRY_VALUE(profiles, mappingProfiles(file));
    const auto found
        = std::find_if(profiles.begin(), profiles.end(), [&](const auto& one) { return one.name == name; });
    if (found == profiles.end())
        return unknownName(file, profiles, name);
    return *found;
}

base::Status saveMappingProfile(const std::string& file, const MappingProfile& profile)
{
    FS_TRY(checkName(profile.name));
    FS_TRY(import::parseColumnMapping(import::formatColumnMapping(profile.columns))); // what could not be read again
    FS_TRY_VALUE(lock, Lock::of(file));
    FS_TRY_VALUE(profiles, mappingProfiles(file));
    std::erase_if(profiles, [&](const MappingProfile& other) { return other.name == profile.name; });
    const auto behind = std::find_if(
        profiles.begin(), profiles.end(), [&](const MappingProfile& other) { return profile.name < other.name; });
    profiles.insert(behind, profile);
    return base::writeFile(file, toText(profiles));
}

base::Status removeMappingProfile(const std::string& file, std::string_view name)
{
    FS_TRY(mappingProfile(file, name)); // no lock beside a file that there is not
    FS_TRY_VALUE(lock, Lock::of(file));
    FS_TRY_VALUE(profiles, mappingProfiles(file));
    std::erase_if(profiles, [&](const MappingProfile& other) { return other.name == name; });
    return base::writeFile(file, toText(profiles));
}

base::Result<std::vector<MappedColumn>> mappingByText(std::string_view text)
{
    if (!text.starts_with('@'))
        return import::parseColumnMapping(text);
    FS_TRY_VALUE(file, mappingProfilesFile());
    FS_TRY_VALUE(profile, mappingProfile(file, text.substr(1)));
    return profile.columns;
}

std::vector<MappingProfile> fittingProfiles(
    std::span<const MappingProfile> profiles, std::span<const std::string> columns)
{
    std::vector<MappingProfile> fitting;
    for (const MappingProfile& profile : profiles)
        if (import::fits(profile.columns, columns))
            fitting.push_back(profile);
    std::stable_sort(fitting.begin(), fitting.end(),
        [](const auto& a, const auto& b) { return a.columns.size() > b.columns.size(); });
    return fitting;
}

} // namespace fullscope::workspace
