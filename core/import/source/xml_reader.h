// SPDX-License-Identifier: GPL-3.0-or-later
// A part of an office document: an XML file in a zip, read piece by piece. Documents of these formats hold neither type
// declarations nor deep nesting, which are the ways to make a small file eat all memory; both are refused.
#pragma once

#include "core/import/source/archive.h"

#include <memory>
#include <string>
#include <string_view>

namespace fullscope::import {

class XmlAttributes {
public:
    explicit XmlAttributes(const char** all)
        : m_all(all)
    {
    }
    // By its name without namespace; empty when there is none.
    std::string_view operator[](std::string_view name) const;
    // `r:id`, where `id` may stand beside it.
    std::string_view relationship() const;

private:
    const char** m_all; // name, value, name, value, null
};

class XmlHandler {
public:
    virtual ~XmlHandler() = default;

    // Names are without namespaces: their prefixes differ from writer to writer.
    virtual void opened(std::string_view name, const XmlAttributes& attributes) = 0;
    virtual void closed(std::string_view /*name*/) { }
    virtual void text(std::string_view /*piece*/) { }
};

class XmlReader {
public:
    // Both outlive the reader. `part` is the member at which `archive` stands.
    XmlReader(ArchiveReader& archive, std::string part, XmlHandler& handler);
    ~XmlReader();
    XmlReader(const XmlReader&) = delete;
    XmlReader& operator=(const XmlReader&) = delete;

    // Goes on by a piece, or until pause(). False at the end of the part. Errors: those of ArchiveReader::read;
    // compressed_corrupt with part, line and reason in `found`, also where a gigabyte comes by without a pause: nobody
    // could end the reading meanwhile.
    base::Result<bool> step();
    base::Status readAll();

    // For the handler.
    void pause(); // step() returns soon; something was found
    void fail(std::string reason); // step() returns with this as the error

private:
    struct State;
    std::unique_ptr<State> m_state;
};

// An archive that stands at its member `part` (compared without case, as the names of parts are). Errors: those of
// ArchiveReader; compressed_corrupt when there is no such member.
base::Result<std::unique_ptr<ArchiveReader>> openPart(const std::string& archive, std::string_view part);

} // namespace fullscope::import
