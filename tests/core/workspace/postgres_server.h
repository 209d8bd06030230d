// SPDX-License-Identifier: GPL-3.0-or-later
// A PostgreSQL server of its own in a temporary folder, reached by a socket there: no port, nothing of the machine's.
#pragma once

#include "tests/core/store/store_support.h"

#include <pwd.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace fullscope::workspace::test {

class PostgresServer {
public:
    PostgresServer()
    {
        m_programs = programs();
        if (m_programs.empty()) {
            m_why_not = "no server program of PostgreSQL on this machine";
            return;
        }
        if (geteuid() == 0 && !giveAway()) // the server refuses to run as root
            return;
        const std::string data = " -D " + m_folder.file("data");
        const std::string options
            = " -o \"-c listen_addresses='' -c fsync=off -c unix_socket_directories=" + m_folder.path().string() + "\"";
        if (!run("/initdb -A trust -U tester -E UTF8 --locale=C --no-sync" + data)
            || !run("/pg_ctl -w -t 60 -l " + m_folder.file("log") + options + data + " start"))
            return;
        m_runs = true;
        setenv("PGHOST", m_folder.path().c_str(), 1);
        setenv("PGUSER", "tester", 1);
        setenv("PGDATABASE", "postgres", 1);
        for (const char* name : {"PGPORT", "PGSERVICE", "PGPASSWORD", "PGOPTIONS"})
            unsetenv(name);
        setenv("PGSERVICEFILE", m_folder.file("services").c_str(), 1);
    }
    ~PostgresServer()
    {
        if (m_runs)
            run("/pg_ctl -m immediate -D " + m_folder.file("data") + " stop");
    }
    PostgresServer(const PostgresServer&) = delete;
    PostgresServer& operator=(const PostgresServer&) = delete;

    bool runs() const { return m_runs; }
    const std::string& whyNot() const { return m_why_not; }
    std::string file(const std::string& name) const { return m_folder.file(name); }

    // Statements, or psql's commands.
    void execute(const std::string& sql) const
    {
        const std::string script = m_folder.file("script.sql");
        std::ofstream(script) << sql << '\n';
        const std::string command
            = m_programs + "/psql -q -X -v ON_ERROR_STOP=1 -f " + script + " >" + m_folder.file("said") + " 2>&1";
        ASSERT_EQ(std::system(command.c_str()), 0) << sql << '\n' << said();
    }
    // A table of texts, as the file names its columns.
    void load(const std::string& table, const std::string& csv) const
    {
        std::ifstream in(csv);
        std::string header;
        std::getline(in, header);
        if (header.starts_with("\xEF\xBB\xBF"))
            header.erase(0, 3);
        std::string columns, name;
        for (const char c : header + ",") {
            if (c == ',' && !name.empty()) {
                columns += (columns.empty() ? "" : ", ") + ("\"" + name + "\" text");
                name.clear();
            } else if (c != '"' && c != '\r' && c != ',') {
                name += c;
            }
        }
        execute("CREATE TABLE " + table + " (" + columns + ");\n\\copy " + table + " from '" + csv
            + "' with (format csv, header, null '\x01')");
    }

private:
    // Of Debian, where each version has a folder of its own.
    static std::string programs()
    {
        std::error_code none;
        for (const auto& version : std::filesystem::directory_iterator("/usr/lib/postgresql", none))
            if (std::filesystem::exists(version.path() / "bin/initdb", none))
                return (version.path() / "bin").string();
        return {};
    }
    bool giveAway()
    {
        const passwd* user = getpwnam("postgres");
        if (user == nullptr)
            user = getpwnam("nobody");
        if (user == nullptr || chown(m_folder.path().c_str(), user->pw_uid, user->pw_gid) != 0) {
            m_why_not = "no other user than root for the server";
            return false;
        }
        m_as = "setpriv --reuid=" + std::to_string(user->pw_uid) + " --regid=" + std::to_string(user->pw_gid)
            + " --clear-groups -- ";
        return true;
    }
    bool run(const std::string& program)
    {
        const std::string command = "cd " + m_folder.path().string() + " && " + m_as + m_programs + program + " >"
            + m_folder.file("said") + " 2>&1";
        if (std::system(command.c_str()) == 0)
            return true;
        m_why_not = "PostgreSQL does not start: " + said();
        return false;
    }
    std::string said() const
    {
        std::ifstream in(m_folder.file("said"));
        return {std::istreambuf_iterator<char>(in), {}};
    }

    store::test::TempFolder m_folder;
    std::string m_programs, m_as, m_why_not;
    bool m_runs = false;
};

} // namespace fullscope::workspace::test
