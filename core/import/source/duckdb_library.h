// SPDX-License-Identifier: GPL-3.0-or-later
// DuckDB, by which Parquet files are read: loaded when it is needed, never linked, so that the program runs without it.
// Only what is used of its C API is declared here (duckdb.h of 1.2 and later, documented at duckdb.org/docs/api/c).
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <memory>
#include <string>

namespace fullscope::import::duckdb {

using Index = std::uint64_t;
using Handle = void*; // of each kind of object
using State = int; // 0 = good

// Types, as duckdb_get_type_id numbers them.
enum class Type : int {
    boolean = 1,
    tinyint = 2,
    smallint = 3,
    integer = 4,
    bigint = 5,
    utinyint = 6,
    usmallint = 7,
    uinteger = 8,
    ubigint = 9,
    real = 10,
    real64 = 11,
    timestamp = 12,
    date = 13,
    time = 14,
    varchar = 17,
    blob = 18,
    decimal = 19,
    timestamp_s = 20,
    timestamp_ms = 21,
    timestamp_ns = 22,
    list = 24,
    structure = 25,
    map = 26,
    timestamp_utc = 31,
};

struct QueryResult { // duckdb_result
    Index unused[3] = {};
    void* unused_columns = nullptr;
    char* unused_message = nullptr;
    void* internal = nullptr;
};

struct Text { // duckdb_string_t
    std::uint32_t length;
    char bytes[12]; // the text if it fits; else its first four bytes and a pointer to the whole
};
static_assert(sizeof(Text) == 16);

struct ListEntry { // duckdb_list_entry
    std::uint64_t offset, length;
};

struct Library {
    const char* (*library_version)();
    State (*create_config)(Handle* config);
    State (*set_config)(Handle config, const char* name, const char* option);
    void (*destroy_config)(Handle* config);
    State (*open_ext)(const char* path, Handle* database, Handle config, char** error);
    void (*close)(Handle* database);
    State (*connect)(Handle database, Handle* connection);
    void (*disconnect)(Handle* connection);
    State (*prepare)(Handle connection, const char* query, Handle* statement);
    const char* (*prepare_error)(Handle statement);
    State (*bind_varchar)(Handle statement, Index parameter, const char* value);
    void (*destroy_prepare)(Handle* statement);
    State (*pending_prepared_streaming)(Handle statement, Handle* pending);
    const char* (*pending_error)(Handle pending);
    State (*execute_pending)(Handle pending, QueryResult* result);
    void (*destroy_pending)(Handle* pending);
    const char* (*result_error)(QueryResult* result);
    void (*destroy_result)(QueryResult* result);
    Index (*column_count)(QueryResult* result);
    const char* (*column_name)(QueryResult* result, Index column);
    Handle (*column_logical_type)(QueryResult* result, Index column);
    Handle (*fetch_chunk)(QueryResult result);
    Index (*data_chunk_get_size)(Handle chunk);
    Handle (*data_chunk_get_vector)(Handle chunk, Index column);
    void (*destroy_data_chunk)(Handle* chunk);
    void* (*vector_get_data)(Handle vector);
    std::uint64_t* (*vector_get_validity)(Handle vector);
    Handle (*list_vector_get_child)(Handle vector);
    Handle (*struct_vector_get_child)(Handle vector, Index index);
    Type (*get_type_id)(Handle type);
    std::uint8_t (*decimal_scale)(Handle type);
    Type (*decimal_internal_type)(Handle type);
    Handle (*list_type_child_type)(Handle type);
    Handle (*map_type_key_type)(Handle type);
    Handle (*map_type_value_type)(Handle type);
    Index (*struct_type_child_count)(Handle type);
    char* (*struct_type_child_name)(Handle type, Index index);
    Handle (*struct_type_child_type)(Handle type, Index index);
    void (*destroy_logical_type)(Handle* type);
    void (*free)(void* memory);
};

// Error library_missing with the reason in `found`, also for a library without one of the functions.
base::Result<std::unique_ptr<const Library>> load(const std::string& file);
// The file named by FULLSCOPE_DUCKDB, else libduckdb.so in the library path. Looked for again until it is there. Error
// as of load().
base::Result<const Library*> library();

} // namespace fullscope::import::duckdb
