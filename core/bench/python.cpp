// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/python.h"

#include "core/base/text.h"
#include "core/bench/record_fields.h"

#include <nlohmann/json.hpp>

namespace fullscope::bench {

namespace {

// The last line alone is the answer: packages print while they are imported.
constexpr const char* kQuestion = R"(
import json, sys
out = {"executable": sys.executable, "version": sys.version.split()[0], "prefix": sys.prefix,
       "virtual": sys.prefix != sys.base_prefix, "packages": {}, "torch_problem": "", "cuda": "", "hip": ""}
try:
    import torch
    out["packages"]["torch"] = str(torch.__version__)
    out["cuda"], out["hip"] = str(torch.version.cuda or ""), str(getattr(torch.version, "hip", None) or "")
except Exception as error:
    out["torch_problem"] = str(error) or type(error).__name__
try:
    from importlib.metadata import version
    for name in ("torch-neuronx", "torch-xla", "neuronx-cc", "libneuronxla", "triton", "numpy"):
        try:
            out["packages"][name] = version(name)
        except Exception:
            pass
except Exception:
    pass
print("\n" + json.dumps(out))
)";

} // namespace

base::Result<PythonEnvironment> lookAtPython(const std::string& python, double patience_s, const std::stop_token& stop)
{
    FS_TRY_VALUE(output, outputOf({.argv = {python, "-c", kQuestion}}, patience_s, stop));
    const std::string_view text = base::trimmed(output);
    const Json answer = parsedJson(text.substr(text.rfind('\n') + 1)); // npos + 1 = 0: the only line
    if (!answer.is_object())
        return base::Error {
            .code = base::Code::bad_json, .file = python, .found = base::excerpt(text, 200), .expected = "Python 3"};
    PythonEnvironment out;
    RecordFields in(answer);
    in.text("executable", out.executable);
    in.text("version", out.version, true);
    in.text("prefix", out.prefix);
    in.truth("virtual", out.is_virtual);
    in.texts("packages", out.packages);
    in.text("torch_problem", out.torch_problem);
    in.text("cuda", out.cuda);
    in.text("hip", out.hip);
    FS_TRY(in.status());
    return out;
}

} // namespace fullscope::bench
