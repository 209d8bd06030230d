// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/source/archive.h"

#include "core/import/source/stored_plain.h"

#include <archive.h>
#include <archive_entry.h>
#include <locale.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <unordered_map>
#include <utility>

namespace fullscope::import {

namespace {

constexpr std::size_t kZipBlock = 64 * 1024;

// The library turns names into the encoding of the thread's locale, of which nothing here may depend.
class Utf8Names {
public:
    Utf8Names()
    {
        static const locale_t utf8 = ::newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
        m_before = utf8 != nullptr ? ::uselocale(utf8) : nullptr;
    }
    ~Utf8Names()
    {
        if (m_before != nullptr)
            ::uselocale(m_before);
    }
    Utf8Names(const Utf8Names&) = delete;
    Utf8Names& operator=(const Utf8Names&) = delete;

private:
    locale_t m_before = nullptr;
};

bool isZip(std::string_view start)
{
    using namespace std::string_view_literals;
    return start.starts_with("PK\3\4"sv) || start.starts_with("PK\5\6"sv); // the latter: no file in it
}

bool isTar(std::string_view start)
{
    constexpr std::size_t kMagic = 257;
    return start.size() > kMagic && start.substr(kMagic).starts_with("ustar");
}

std::string memberName(const char* name)
{
    std::string_view text = name == nullptr ? "" : name;
    for (;;) {
        if (text.starts_with("./"))
            text.remove_prefix(2);
        else if (text.starts_with('/'))
            text.remove_prefix(1);
        else
            return std::string(text);
    }
}

} // namespace

struct ArchiveReader::State {
    explicit State(std::string archivePath)
        : path(std::move(archivePath))
    {
    }
    ~State() { ::archive_read_free(handle); }
    State(const State&) = delete;
    State& operator=(const State&) = delete;

    static la_ssize_t onRead(archive* handle, void* self, const void** buffer);
    base::Error failure();

    const std::string path;
    archive* handle = ::archive_read_new();
    // A zip is read by seeking in its file, a tar as its bytes come; these keep their own error, which says more.
    std::unique_ptr<StoredPlain> plain;
    std::optional<base::Error> plain_error;
    std::string kind;
    ArchiveMember member;
    std::size_t count = 0; // members so far
    std::string_view block; // of the member, not yet delivered
    std::uint64_t block_offset = 0, offset = 0; // in the member: of the block, of what was delivered
    bool warned = false; // of the member's data
    bool failed = false;
};

la_ssize_t ArchiveReader::State::onRead(archive* /*handle*/, void* self, const void** buffer)
{
    State& state = *static_cast<State*>(self);
    if (state.plain_error)
        return 0;
    auto block = state.plain->block();
    if (!block.ok()) {
        // To the library the archive ends here: it hands out what came before.
        state.plain_error = std::move(block.error());
        return 0;
    }
    *buffer = block->data();
    return static_cast<la_ssize_t>(block->size());
}

base::Error ArchiveReader::State::failure()
{
    failed = true;
    if (plain_error)
        return *plain_error;
    const char* const text = ::archive_error_string(handle);
    const std::string reason = text == nullptr ? "" : text;
    const bool cut = reason.find("runcated") != std::string::npos;
    return {
        .code = cut ? base::Code::compressed_truncated : base::Code::compressed_corrupt, .file = path, .found = reason};
}

ArchiveReader::ArchiveReader(std::unique_ptr<State> state)
    : m_state(std::move(state))
{
}

ArchiveReader::~ArchiveReader() = default;

base::Result<std::unique_ptr<ArchiveReader>> ArchiveReader::open(const std::string& path)
{
    const Utf8Names names;
    FS_TRY_VALUE(plain, StoredPlain::open(path));
    const bool zip = isZip(plain->start());
    if ((!zip && !isTar(plain->start())) || (zip && plain->file().compression != "none"))
        return base::Error {.code = base::Code::format_unknown, .file = path};
    auto state = std::make_unique<State>(path);
    int opened = ARCHIVE_OK;
    if (zip) {
        state->kind = "zip";
        ::archive_read_support_format_zip(state->handle);
        opened = ::archive_read_open_filename(state->handle, path.c_str(), kZipBlock);
    } else {
        const std::string& packed = plain->file().compression;
        state->kind = packed == "none" ? "tar" : "tar+" + packed;
        state->plain = std::move(plain);
        ::archive_read_support_format_tar(state->handle);
        opened = ::archive_read_open(state->handle, state.get(), nullptr, State::onRead, nullptr);
    }
    if (opened != ARCHIVE_OK)
        return state->failure();
    return std::unique_ptr<ArchiveReader>(new ArchiveReader(std::move(state)));
}

base::Result<bool> ArchiveReader::next()
{
    const Utf8Names names;
    State& s = *m_state;
    for (;;) {
        archive_entry* entry = nullptr;
        const int result = ::archive_read_next_header(s.handle, &entry);
        if (result == ARCHIVE_EOF && !s.plain_error)
            return false;
        if (result == ARCHIVE_RETRY)
            continue;
        if (result != ARCHIVE_OK && result != ARCHIVE_WARN)
            return s.failure();
        std::string name = memberName(::archive_entry_pathname(entry));
        if (::archive_entry_filetype(entry) != AE_IFREG || ::archive_entry_hardlink(entry) != nullptr || name.empty())
            continue;
        const auto size = ::archive_entry_size_is_set(entry) != 0 ? ::archive_entry_size(entry) : 0;
        const auto seconds = ::archive_entry_mtime_is_set(entry) != 0 ? ::archive_entry_mtime(entry) : 0;
        s.member = {.name = std::move(name),
            .size = static_cast<std::uint64_t>(std::max<la_int64_t>(size, 0)),
            .modified_us = std::clamp<std::int64_t>(seconds, 0, 1LL << 40) * 1'000'000,
            .encrypted = ::archive_entry_is_data_encrypted(entry) != 0};
        ++s.count;
        s.block = {};
        s.warned = false;
        s.block_offset = s.offset = 0;
        return true;
    }
}

const ArchiveMember& ArchiveReader::member() const
{
    return m_state->member;
}

std::size_t ArchiveReader::index() const
{
    return m_state->count - 1;
}

base::Result<std::size_t> ArchiveReader::read(std::span<char> room)
{
    const Utf8Names names;
    State& s = *m_state;
    if (s.member.encrypted)
        return base::Error {.code = base::Code::archive_encrypted};
    // In blocks of the library's: archive_read_data() would drop what it has when it comes upon an error.
    while (s.block.empty() && s.block_offset <= s.offset) {
        const void* data = nullptr;
        std::size_t size = 0;
        la_int64_t offset = 0;
        const int result = ::archive_read_data_block(s.handle, &data, &size, &offset);
        if (result == ARCHIVE_EOF && !s.warned)
            return std::size_t {0};
        if (result == ARCHIVE_RETRY)
            continue;
        if (result < ARCHIVE_WARN || s.warned)
            return s.failure();
        s.warned = result != ARCHIVE_OK; // a check sum that does not fit: said behind the data
        s.block = {static_cast<const char*>(data), size};
        s.block_offset = static_cast<std::uint64_t>(offset);
    }
    std::size_t size = 0;
    if (s.block_offset > s.offset) { // a hole in a sparse file
        size = static_cast<std::size_t>(std::min<std::uint64_t>(s.block_offset - s.offset, room.size()));
        std::fill_n(room.begin(), size, '\0');
    } else {
        size = std::min(s.block.size(), room.size());
        std::copy_n(s.block.begin(), size, room.begin());
        s.block.remove_prefix(size);
        s.block_offset += size;
    }
    s.offset += size;
    return size;
}

const std::string& ArchiveReader::kind() const
{
    return m_state->kind;
}

bool ArchiveReader::failed() const
{
    return m_state->failed;
}

namespace {

// What a file is that only uses zip as its container has in it.
bool isContainer(const std::vector<std::string>& members)
{
    constexpr std::array<std::string_view, 4> kMarks {
        "[Content_Types].xml", "mimetype", "META-INF/MANIFEST.MF", "EGG-INFO/PKG-INFO"};
    const auto marks = [&](const std::string& name) {
        return std::find(kMarks.begin(), kMarks.end(), name) != kMarks.end() || name.ends_with("/data.pkl")
            || name.ends_with(".dist-info/WHEEL");
    };
    const auto isArray = [](const std::string& name) { return name.ends_with(".npy"); };
    return std::any_of(members.begin(), members.end(), marks)
        || (!members.empty() && std::all_of(members.begin(), members.end(), isArray));
}

// macOS puts a shadow of each file into the zips that it makes.
bool isShadow(std::string_view name)
{
    return name.starts_with("__MACOSX/");
}

// Looks at no more than it takes: mostly it is asked of files that are none.
bool mayBeArchive(const std::string& path)
{
    constexpr std::size_t kLooked = 512;
    std::array<char, kLooked> bytes {};
    std::ifstream in(path, std::ios::binary);
    in.read(bytes.data(), kLooked);
    const std::string_view start(bytes.data(), static_cast<std::size_t>(in.gcount()));
    return isZip(start) || isTar(start) || codecOf(start) != nullptr;
}

} // namespace

std::optional<ArchiveListing> listArchive(const std::string& path)
{
    if (!mayBeArchive(path))
        return std::nullopt;
    auto reader = ArchiveReader::open(path);
    ArchiveListing listing;
    if (!reader.ok()) {
        const base::Code code = reader.error().code;
        if (code != base::Code::compressed_corrupt && code != base::Code::compressed_truncated)
            return std::nullopt;
        listing.damage = std::move(reader.error());
        return listing;
    }
    std::vector<std::string> names;
    std::unordered_map<std::string, std::size_t> last;
    for (;;) {
        auto more = (*reader)->next();
        if (!more.ok())
            listing.damage = std::move(more.error());
        if (!more.ok() || !*more)
            break;
        names.push_back((*reader)->member().name);
        last[names.back()] = names.size() - 1;
    }
    if ((*reader)->kind() == "zip" && isContainer(names))
        return std::nullopt;
    for (std::size_t i = 0; i < names.size(); ++i)
        if (last.at(names[i]) == i && !isShadow(names[i]))
            listing.members.push_back({.name = names[i], .index = i});
    return listing;
}

std::optional<ArchivePath> archivePath(const std::string& path)
{
    for (std::size_t slash = path.find('/', 1); slash != std::string::npos; slash = path.find('/', slash + 1)) {
        const std::string front = path.substr(0, slash);
        struct stat status { };
        if (::stat(front.c_str(), &status) != 0)
            return std::nullopt;
        if (S_ISREG(status.st_mode))
            return ArchivePath {.archive = front, .member = path.substr(slash + 1)};
    }
    return std::nullopt;
}

} // namespace fullscope::import
