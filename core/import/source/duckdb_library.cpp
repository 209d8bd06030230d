// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/source/duckdb_library.h"

#include <dlfcn.h>

#include <cstdlib>
#include <mutex>
#include <utility>

namespace fullscope::import::duckdb {

namespace {

constexpr const char* kVariable = "FULLSCOPE_DUCKDB";

base::Error missing(std::string reason)
{
    return {.code = base::Code::library_missing,
        .field = kVariable,
        .found = std::move(reason),
        .expected = "DuckDB (libduckdb.so)"};
}

class Loader {
public:
    explicit Loader(void* handle)
        : m_handle(handle)
    {
    }
    template <typename Function>
    void operator()(Function*& function, const char* name)
    {
        // POSIX has a function's address in a pointer to data; the standard has no conversion for it.
        *reinterpret_cast<void**>(&function) = ::dlsym(m_handle, name);
        if (function == nullptr && lacks.empty())
            lacks = name;
    }

    std::string lacks; // the first function that is not there

private:
    void* m_handle;
};

void loadQueries(Loader& load, Library& l)
{
    load(l.library_version, "duckdb_library_version");
    load(l.create_config, "duckdb_create_config");
    load(l.set_config, "duckdb_set_config");
    load(l.destroy_config, "duckdb_destroy_config");
    load(l.open_ext, "duckdb_open_ext");
    load(l.close, "duckdb_close");
    load(l.connect, "duckdb_connect");
    load(l.disconnect, "duckdb_disconnect");
    load(l.prepare, "duckdb_prepare");
    load(l.prepare_error, "duckdb_prepare_error");
    load(l.bind_varchar, "duckdb_bind_varchar");
    load(l.destroy_prepare, "duckdb_destroy_prepare");
    load(l.pending_prepared_streaming, "duckdb_pending_prepared_streaming");
    load(l.pending_error, "duckdb_pending_error");
    load(l.execute_pending, "duckdb_execute_pending");
    load(l.destroy_pending, "duckdb_destroy_pending");
    load(l.result_error, "duckdb_result_error");
    load(l.destroy_result, "duckdb_destroy_result");
    load(l.free, "duckdb_free");
}

void loadValues(Loader& load, Library& l)
{
    load(l.column_count, "duckdb_column_count");
    load(l.column_name, "duckdb_column_name");
    load(l.column_logical_type, "duckdb_column_logical_type");
    load(l.fetch_chunk, "duckdb_fetch_chunk");
    load(l.data_chunk_get_size, "duckdb_data_chunk_get_size");
    load(l.data_chunk_get_vector, "duckdb_data_chunk_get_vector");
    load(l.destroy_data_chunk, "duckdb_destroy_data_chunk");
    load(l.vector_get_data, "duckdb_vector_get_data");
    load(l.vector_get_validity, "duckdb_vector_get_validity");
    load(l.list_vector_get_child, "duckdb_list_vector_get_child");
    load(l.struct_vector_get_child, "duckdb_struct_vector_get_child");
    load(l.get_type_id, "duckdb_get_type_id");
    load(l.decimal_scale, "duckdb_decimal_scale");
    load(l.decimal_internal_type, "duckdb_decimal_internal_type");
    load(l.list_type_child_type, "duckdb_list_type_child_type");
    load(l.map_type_key_type, "duckdb_map_type_key_type");
    load(l.map_type_value_type, "duckdb_map_type_value_type");
    load(l.struct_type_child_count, "duckdb_struct_type_child_count");
    load(l.struct_type_child_name, "duckdb_struct_type_child_name");
    load(l.struct_type_child_type, "duckdb_struct_type_child_type");
    load(l.destroy_logical_type, "duckdb_destroy_logical_type");
}

} // namespace

base::Result<std::unique_ptr<const Library>> load(const std::string& file)
{
    void* const handle = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr)
        return missing(::dlerror());
    auto functions = std::make_unique<Library>();
    Loader loader(handle);
    loadQueries(loader, *functions);
    loadValues(loader, *functions);
    if (!loader.lacks.empty()) {
        ::dlclose(handle);
        return missing(file + ": " + loader.lacks);
    }
    return std::unique_ptr<const Library>(std::move(functions));
}

base::Result<const Library*> library()
{
    static std::mutex mutex;
    static std::unique_ptr<const Library> loaded;
    const std::lock_guard lock(mutex);
    if (loaded)
        return loaded.get();
    const char* const named = std::getenv(kVariable);
    FS_TRY_VALUE(functions, load(named != nullptr && *named != '\0' ? named : "libduckdb.so"));
    loaded = std::move(functions);
    return loaded.get();
}

} // namespace fullscope::import::duckdb
