// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bench/record_writer.h"

#include "app/bench/machine.h"

#include <nlohmann/json.hpp>

#include <cerrno>

#include <unistd.h>

namespace fullscope::bench {

namespace {

bool writeAll(int descriptor, std::string_view line)
{
    while (!line.empty()) {
        const ssize_t written = ::write(descriptor, line.data(), line.size());
        if (written < 0 && errno != EINTR)
            return false;
        if (written > 0)
            line.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

} // namespace

RecordWriter::RecordWriter(int descriptor, int file)
    : m_descriptor(descriptor)
    , m_file(file)
{
}

void RecordWriter::say(std::string_view kind, const nlohmann::ordered_json& fields)
{
    const std::lock_guard lock(m_mutex);
    if (m_has_ended)
        return;
    m_has_ended = kind == "end";
    nlohmann::ordered_json record = {{"v", 1}, {"t", kind}, {"seq", m_seq++}, {"mono_ns", wallNs()}, {"rank", 0}};
    record.update(fields);
    const std::string line = record.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n';
    for (int* descriptor : {&m_descriptor, &m_file})
        if (*descriptor >= 0 && !writeAll(*descriptor, line))
            *descriptor = -1;
}

bool RecordWriter::isBroken() const
{
    const std::lock_guard lock(m_mutex);
    return m_descriptor < 0 && m_file < 0;
}

} // namespace fullscope::bench
