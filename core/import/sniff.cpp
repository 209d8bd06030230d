// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/sniff.h"

#include "core/base/text.h"
#include "core/import/logs/log_formats.h"
#include "core/import/logs/tensorboard_folder.h"

#include <algorithm>

namespace fullscope::import {

namespace {

constexpr std::size_t kHead = 256 * 1024, kPiece = 64 * 1024;
constexpr std::size_t kProbe = 32 * 1024 * 1024; // text of a compressed file that is looked at beyond its head
constexpr std::size_t kPeeked = 8 * 1024 * 1024; // … of a text that can be read once

struct Pieces {
    std::string_view head;
    std::string middle {}, tail {};
};

// The middle and the end of what lies beyond the head.
void addFurtherPieces(const StoredText& text, Pieces& pieces)
{
    const std::uint64_t total = text.bytesTotal();
    if (!text.canSlice() || total <= kHead)
        return;
    pieces.middle = text.slice(total / 2, kPiece);
    pieces.tail = text.slice(total > kPiece ? total - kPiece : 0, kPiece);
}

// A compressed file cannot be entered in its middle: it is read again from the start, up to kProbe.
void addUnpackedPieces(const std::string& path, Pieces& pieces)
{
    auto probe = StoredText::open(path);
    if (!probe.ok())
        return;
    for (std::size_t seen = 0; seen < kProbe;) {
        const auto text = (*probe)->block();
        if (!text.ok() || text->empty())
            break;
        seen += text->size();
        if (pieces.middle.empty() && seen > kHead && 2 * (*probe)->bytesDone() >= (*probe)->bytesTotal())
            pieces.middle = text->substr(0, kPiece);
        pieces.tail = text->substr(text->size() - std::min(text->size(), kPiece));
    }
}

// Standard input and files in an archive can be read once: what is looked at beyond the head stays in memory.
void addPeekedPieces(StoredText& text, Pieces& pieces)
{
    const std::string_view peeked = text.peek(kPeeked);
    pieces.head = peeked.substr(0, kHead);
    pieces.middle = peeked.substr(peeked.size() / 2, kPiece);
    pieces.tail = peeked.substr(peeked.size() - std::min(peeked.size(), kPiece));
}

struct Best {
    int score = 0;
    std::vector<const Format*> formats {};
};

std::string_view nameOf(std::string_view path)
{
    return path.substr(path.rfind('/') + 1);
}

Best ask(const Preview& preview)
{
    Best best;
    for (const Format* format : formats()) {
        const int score = format->sniff(preview);
        if (score > best.score)
            best = {.score = score, .formats = {}};
        if (score > 0 && score == best.score)
            best.formats.push_back(format);
    }
    return best;
}

Best ask(const std::string& path, const Pieces& pieces)
{
    return ask({.file_name = nameOf(path), .head = pieces.head, .middle = pieces.middle, .tail = pieces.tail});
}

template <typename Text>
std::string joined(const std::vector<const Format*>& formats, Text text)
{
    std::string all;
    for (const Format* format : formats) {
        if (!all.empty())
            all += ", ";
        all += text(*format);
    }
    return all;
}

std::string firstLine(std::string_view text)
{
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    if (begin == std::string_view::npos)
        return {};
    return base::excerpt(text.substr(begin, text.find_first_of("\r\n", begin) - begin));
}

// The entries of a folder, and behind them those of the folders in which runs keep a part of theirs.
std::vector<std::string> withParts(const std::string& path)
{
    std::vector<std::string> entries = folderEntries(path);
    for (std::size_t i = 0, own = entries.size(); i < own; ++i) {
        const std::string entry = entries[i];
        if (entry.ends_with('/') && partOfRun(entry.substr(0, entry.size() - 1)))
            for (const std::string& below : folderEntries(path + "/" + entry.substr(0, entry.size() - 1)))
                entries.push_back(entry + below);
    }
    return entries;
}

} // namespace

const Format* sniff(const StoredPlain& plain)
{
    const std::string& path = plain.file().path;
    const Best best = ask(Preview {.file_name = nameOf(path), .bytes = plain.start()});
    return best.formats.size() == 1 && best.formats.front()->parse.readsBytes() ? best.formats.front() : nullptr;
}

const Format* folderFormat(const std::string& path)
{
    return folderFormat(withParts(path));
}

bool isOfRun(const Format& format, std::string_view entry)
{
    return &format != &tensorboard_run || isEventFileOfRun(entry);
}

bool isPartOfRun(const Format& format, std::string_view name)
{
    return &format != &tensorboard_run || partOfRun(name).has_value();
}

bool isFileOfRun(std::string_view name)
{
    return isEventFile(name);
}

std::vector<std::string> filesOfRun(const std::string& path)
{
    std::vector<std::string> files = withParts(path);
    const bool is_run = folderFormat(files) == &tensorboard_run;
    std::erase_if(files, [&](const std::string& entry) { return !is_run || !isEventFileOfRun(entry); });
    for (std::string& file : files)
        file.insert(0, path + "/");
    return files;
}

const Format* folderFormat(std::span<const std::string> entries)
{
    if (entries.empty())
        return nullptr;
    for (const Format* format : formats())
        if (format->parse.readsFolder() && format->sniff({.file_name = {}, .entries = entries}) > 0)
            return format;
    return nullptr;
}

base::Result<const Format*> sniff(StoredText& text)
{
    const std::string path = text.file().path;
    Pieces pieces {.head = text.peek(kHead)};
    if (pieces.head.empty()) {
        const auto nothing = text.block();
        return nothing.ok() ? base::Error {.code = base::Code::file_empty, .file = path} : nothing.error();
    }
    addFurtherPieces(text, pieces);
    Best best = ask(path, pieces);
    if (best.formats.empty() && !text.canSlice() && pieces.head.size() >= kHead) {
        if (text.canReopen())
            addUnpackedPieces(path, pieces);
        else
            addPeekedPieces(text, pieces);
        best = ask(path, pieces);
    }
    if (best.formats.size() == 1)
        return best.formats.front();
    if (best.formats.empty())
        return base::Error {.code = base::Code::format_unknown, .file = path, .found = firstLine(pieces.head)};
    return base::Error {.code = base::Code::format_ambiguous,
        .file = path,
        .found = joined(best.formats, [](const Format& format) { return format.id; })};
}

} // namespace fullscope::import
