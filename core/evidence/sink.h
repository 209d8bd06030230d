// SPDX-License-Identifier: GPL-3.0-or-later
// What a parser fills. Parsers know records; whether they land in a workspace, a preview or a test is not their
// business.
#pragma once

#include "core/base/problem.h"
#include "core/evidence/bill.h"
#include "core/evidence/job.h"
#include "core/evidence/run.h"
#include "core/evidence/telemetry.h"

namespace fullscope::evidence {

class Sink {
public:
    virtual ~Sink() = default;

    // --- any kind
    virtual void problem(base::Problem problem) = 0;

    // --- logs
    // Declares a series before its first use and returns its index in Sample::values. The same name again gives the
    // same index.
    virtual int series(const SeriesInfo& info) = 0;
    virtual void fact(Fact fact)
        = 0; // a later fact of the same name with another value is kept as a problem, the first one holds
    virtual void event(Event event) = 0; // after_sample is set by the sink
    virtual base::Status sample(const Sample& sample) = 0; // may fail (disk full): the parser stops with that error
    // What follows in the file is of another run: its series, facts, events and samples begin anew.
    virtual base::Status nextRun() = 0;

    // --- telemetry; its series are declared as those of logs
    // Declares a device and returns its index; the same one again gives the same index.
    virtual int device(const Device& device) = 0;
    virtual base::Status reading(const Reading& reading) = 0;

    // --- jobs
    virtual base::Status job(const Job& job) = 0;

    // --- bills
    virtual base::Status billRow(const BillRow& row) = 0;
    virtual void billNotFinal() = 0;
};

} // namespace fullscope::evidence
