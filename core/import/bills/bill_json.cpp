// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/bills/bill_json.h"

#include "core/base/text.h"
#include "core/import/bills/json_value.h"
#include "core/import/source/json_texts.h"

#include <nlohmann/json.hpp>

namespace fullscope::import {

namespace {

constexpr std::uint64_t kCheckEvery = 1024; // objects between looks at the job

} // namespace

base::Status readBillObjects(
    TextSource& source, evidence::Sink& sink, const base::JobContext& job, const TakeBillObject& take)
{
    JsonTexts texts(source);
    const auto skip = [&](base::Code code) {
        sink.problem({.severity = base::Severity::error,
            .handling = base::Handling::row_skipped,
            .what
            = {.code = code, .line = texts.line(), .found = base::excerpt(texts.text()), .expected = "JSON object"}});
    };
    for (std::uint64_t count = 0;; ++count) {
        if (count % kCheckEvery == 0) {
            FS_TRY(job.check());
            job.report({source.file().path, source.bytesDone(), source.bytesTotal()});
        }
        FS_TRY_VALUE(more, texts.next());
        if (!more) {
            if (auto others = texts.otherLists())
                sink.problem(*std::move(others));
            return {};
        }
        if (texts.fault())
            skip(*texts.fault());
        if (texts.fault() || texts.text().empty())
            continue;
        auto object = parseJson(texts.text());
        if (!object && texts.text().find("NaN") != std::string_view::npos) // as Python writes what is missing
            object = parseJson(jsonOfPythonRepr(texts.text()));
        if (object && object->is_object())
            FS_TRY(take(*object, texts.line()));
        else
            skip(texts.unreadable());
    }
}

} // namespace fullscope::import
