// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/source/xml_reader.h"

#include "core/base/text.h"

#include <expat.h>

#include <array>
#include <utility>

namespace fullscope::import {

namespace {

constexpr std::size_t kPiece = 16 * 1024;
constexpr std::int64_t kMostPending = 1 << 20; // bytes of a tag or comment that has not ended
constexpr std::int64_t kMostSilent = 1 << 30; // bytes between two pauses
constexpr int kMostDepth = 256;
constexpr char kSeparator = '|'; // between namespace and name

std::string_view localName(std::string_view name)
{
    return name.substr(name.rfind(kSeparator) + 1);
}

} // namespace

std::string_view XmlAttributes::operator[](std::string_view name) const
{
    std::string_view found;
    for (const char** entry = m_all; entry[0] != nullptr; entry += 2) {
        if (entry[0] == name)
            return entry[1];
        if (localName(entry[0]) == name)
            found = entry[1];
    }
    return found;
}

std::string_view XmlAttributes::relationship() const
{
    for (const char** entry = m_all; entry[0] != nullptr; entry += 2)
        if (std::string_view(entry[0]).ends_with("/relationships|id"))
            return entry[1];
    return {};
}

struct XmlReader::State {
    State(ArchiveReader& from, std::string name, XmlHandler& to)
        : archive(from)
        , part(std::move(name))
        , handler(to)
    {
    }
    ~State() { ::XML_ParserFree(parser); }
    State(const State&) = delete;
    State& operator=(const State&) = delete;

    static void onOpen(void* self, const char* name, const char** attributes);
    static void onClose(void* self, const char* name);
    static void onText(void* self, const char* text, int size);
    static void onDocumentType(void* self, const char*, const char*, const char*, int);
    void fail(std::string reason);
    base::Error failure();
    base::Result<bool> parsed(XML_Status status);

    ArchiveReader& archive;
    const std::string part;
    XmlHandler& handler;
    XML_Parser parser = ::XML_ParserCreateNS(nullptr, kSeparator);
    std::array<char, kPiece> piece {};
    std::int64_t fed = 0, paused_at = 0; // bytes
    int depth = 0;
    bool paused = false, ended = false;
    std::string reason; // why it failed
};

void XmlReader::State::onOpen(void* self, const char* name, const char** attributes)
{
    State& s = *static_cast<State*>(self);
    if (++s.depth > kMostDepth)
        s.fail("nested too deeply");
    if (s.reason.empty())
        s.handler.opened(localName(name), XmlAttributes(attributes));
}

void XmlReader::State::onClose(void* self, const char* name)
{
    State& s = *static_cast<State*>(self);
    --s.depth;
    if (s.reason.empty())
        s.handler.closed(localName(name));
}

void XmlReader::State::onText(void* self, const char* text, int size)
{
    State& s = *static_cast<State*>(self);
    if (s.reason.empty())
        s.handler.text({text, static_cast<std::size_t>(size)});
}

void XmlReader::State::onDocumentType(void* self, const char*, const char*, const char*, int)
{
    static_cast<State*>(self)->fail("document type declared");
}

void XmlReader::State::fail(std::string why)
{
    if (reason.empty())
        reason = std::move(why);
    ::XML_StopParser(parser, XML_FALSE);
}

base::Error XmlReader::State::failure()
{
    ended = true;
    if (reason.empty())
        reason = ::XML_ErrorString(::XML_GetErrorCode(parser));
    return {.code = base::Code::compressed_corrupt,
        .found = part + ":" + std::to_string(::XML_GetCurrentLineNumber(parser)) + ": " + reason};
}

base::Result<bool> XmlReader::State::parsed(XML_Status status)
{
    if (status == XML_STATUS_ERROR)
        return failure();
    paused = status == XML_STATUS_SUSPENDED;
    if (!paused && !ended && fed - ::XML_GetCurrentByteIndex(parser) > kMostPending)
        reason = "a tag that does not end";
    if (fed - paused_at > kMostSilent)
        reason = "too much without any value";
    if (!reason.empty())
        return failure();
    return paused || !ended;
}

XmlReader::XmlReader(ArchiveReader& archive, std::string part, XmlHandler& handler)
    : m_state(std::make_unique<State>(archive, std::move(part), handler))
{
    ::XML_SetUserData(m_state->parser, m_state.get());
    ::XML_SetElementHandler(m_state->parser, State::onOpen, State::onClose);
    ::XML_SetCharacterDataHandler(m_state->parser, State::onText);
    ::XML_SetStartDoctypeDeclHandler(m_state->parser, State::onDocumentType);
}

XmlReader::~XmlReader() = default;

base::Result<bool> XmlReader::step()
{
    State& s = *m_state;
    if (s.paused)
        return s.parsed(::XML_ResumeParser(s.parser));
    if (s.ended)
        return false;
    auto size = s.archive.read(s.piece);
    if (!size.ok()) {
        s.ended = true;
        return std::move(size.error());
    }
    s.ended = *size == 0;
    s.fed += static_cast<std::int64_t>(*size);
    return s.parsed(::XML_Parse(s.parser, s.piece.data(), static_cast<int>(*size), s.ended ? XML_TRUE : XML_FALSE));
}

base::Status XmlReader::readAll()
{
    for (;;) {
        FS_TRY_VALUE(more, step());
        if (!more)
            return {};
    }
}

void XmlReader::pause()
{
    m_state->paused_at = m_state->fed;
    ::XML_StopParser(m_state->parser, XML_TRUE);
}

void XmlReader::fail(std::string reason)
{
    m_state->fail(std::move(reason));
}

base::Result<std::unique_ptr<ArchiveReader>> openPart(const std::string& archive, std::string_view part)
{
    FS_TRY_VALUE(reader, ArchiveReader::open(archive));
    for (;;) {
        FS_TRY_VALUE(more, reader->next());
        if (!more)
            return base::Error {
                .code = base::Code::compressed_corrupt, .file = archive, .found = std::string(part) + ": missing"};
        if (base::equalsIgnoreCase(reader->member().name, part))
            return reader;
    }
}

} // namespace fullscope::import
