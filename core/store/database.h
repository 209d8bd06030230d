// SPDX-License-Identifier: GPL-3.0-or-later
// SQLite behind values and scopes: the only place besides dec_sum.cpp that knows its C interface.
#pragma once

#include "core/base/decimal.h"
#include "core/base/result.h"
#include "core/base/utc.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

struct sqlite3;
struct sqlite3_stmt;

namespace fullscope::store {

using Blob = std::span<const std::byte>;

// An instant as it is kept: NULL where there is none.
inline std::optional<std::int64_t> instantOrNull(std::int64_t us)
{
    return us == base::kNoTime ? std::nullopt : std::optional(us);
}

class Statement {
public:
    Statement(Statement&&) noexcept = default;
    Statement& operator=(Statement&&) noexcept = default;

    // Binds every parameter and runs to the end; for what returns no rows. Texts are not copied.
    template <typename... Values>
    base::Status run(const Values&... values)
    {
        int index = 0;
        (bind(++index, values, Lifetime::call), ...);
        return finish();
    }
    // Binds every parameter of a query; rows follow by next().
    template <typename... Values>
    void start(const Values&... values)
    {
        reset();
        int index = 0;
        (bind(++index, values, Lifetime::copied), ...);
    }
    base::Result<bool> next(); // false at the end
    void reset(); // ends a query before its last row

    // --- the current row
    bool isNull(int column) const;
    std::int64_t integer(int column) const;
    std::optional<std::int64_t> optionalInteger(int column) const;
    std::int64_t instant(int column) const; // kNoTime for NULL
    double real(int column) const; // not a number for NULL
    std::optional<double> optionalReal(int column) const;
    std::string text(int column) const;
    Blob blob(int column) const; // valid until the next call of next() or start()
    base::Result<std::optional<base::Decimal>> decimal(int column) const; // store_corrupt

private:
    friend class Database;
    enum class Lifetime { call, copied };
    struct Finalize {
        void operator()(sqlite3_stmt* statement) const;
    };
    Statement(sqlite3_stmt* statement, sqlite3* database, const std::string* file);

    template <typename Value>
    void bind(int index, const Value& value, Lifetime lifetime)
    {
        if constexpr (std::is_same_v<Value, base::Decimal>)
            bindText(index, value.toString(), Lifetime::copied);
        else if constexpr (std::is_convertible_v<const Value&, std::string_view>)
            bindText(index, value, lifetime);
        else if constexpr (std::is_convertible_v<const Value&, Blob>)
            bindBlob(index, value, lifetime);
        else if constexpr (std::is_floating_point_v<Value>)
            bindReal(index, value);
        else if constexpr (std::is_integral_v<Value>)
            bindInteger(index, static_cast<std::int64_t>(value));
        else if (value.has_value())
            bind(index, *value, lifetime);
        else
            bindNull(index);
    }
    void bindText(int index, std::string_view text, Lifetime lifetime);
    void bindBlob(int index, Blob blob, Lifetime lifetime);
    void bindReal(int index, double value); // not a number becomes NULL
    void bindInteger(int index, std::int64_t value);
    void bindNull(int index);
    base::Status finish();

    std::unique_ptr<sqlite3_stmt, Finalize> m_statement;
    sqlite3* m_database = nullptr;
    const std::string* m_file = nullptr; // of the database, for errors
};

class Database {
public:
    // immutable: nobody can be writing (a file in a folder where not even SQLite's side files may be made).
    enum class Mode { create, read_write, read_only, immutable };

    static base::Result<Database> open(const std::string& path, Mode mode);
    Database(Database&&) noexcept = default;
    Database& operator=(Database&&) noexcept = default;

    const std::string& path() const { return *m_path; }

    base::Status execute(const std::string& sql); // any number of statements, no parameters
    base::Result<Statement> prepare(std::string_view sql);

    template <typename... Values>
    base::Status run(std::string_view sql, const Values&... values)
    {
        FS_TRY_VALUE(statement, prepare(sql));
        return statement.run(values...);
    }
    // Calls `each(Statement&)` for every row; it returns nothing or a Status.
    template <typename Each, typename... Values>
    base::Status each(std::string_view sql, Each&& each, const Values&... values)
    {
        FS_TRY_VALUE(statement, prepare(sql));
        statement.start(values...);
        while (true) {
            FS_TRY_VALUE(more, statement.next());
            if (!more)
                return {};
            if constexpr (std::is_void_v<std::invoke_result_t<Each, Statement&>>)
                each(statement);
            else
                FS_TRY(each(statement));
        }
    }
    // The first column of the first row; nothing when there is no row or it is NULL.
    template <typename... Values>
    base::Result<std::optional<std::int64_t>> integer(std::string_view sql, const Values&... values)
    {
        FS_TRY_VALUE(statement, prepare(sql));
        statement.start(values...);
        FS_TRY_VALUE(more, statement.next());
        return more ? statement.optionalInteger(0) : std::nullopt;
    }

    // store_moved when the file was deleted or moved, or another stands in its place: what is written is then lost.
    base::Status checkInPlace() const;
    std::int64_t lastInsertId() const;
    bool inTransaction() const;
    // Pages that had to be fetched from the file since the last call.
    std::int64_t takePagesRead();

private:
    struct Close {
        void operator()(sqlite3* database) const;
    };
    explicit Database(std::string path);

    std::unique_ptr<std::string> m_path; // where statements can refer to it
    std::unique_ptr<sqlite3, Close> m_handle;
};

// One transaction that may write; rolled back unless committed. There is one writer: a second one is told store_busy.
class Transaction {
public:
    static base::Result<Transaction> begin(Database& database);
    ~Transaction();
    Transaction(Transaction&& other) noexcept;
    Transaction& operator=(Transaction&&) = delete;

    base::Status commit();

private:
    explicit Transaction(Database& database);
    Database* m_database = nullptr; // null when committed or moved from
};

} // namespace fullscope::store
