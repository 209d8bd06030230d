// SPDX-License-Identifier: GPL-3.0-or-later
// What the window remembers between sessions. Nothing here changes a figure.
#pragma once

#include "core/words/words.h"

#include <QSettings>
#include <QStringList>

namespace fullscope::ui {

class Settings final {
public:
    static constexpr int kVersion = 2; // raised when a key changes its meaning

    Settings(); // in the user's configuration folder (a private one in QStandardPaths' test mode)

    QByteArray geometry() const;
    QByteArray layout() const; // of toolbar and docks
    QByteArray columns(const QString& table) const; // header of a table
    void setGeometry(const QByteArray& geometry);
    void setLayout(const QByteArray& layout);
    void setColumns(const QString& table, const QByteArray& header);

    std::optional<words::Language> language() const; // absent = never chosen
    void setLanguage(words::Language language);

    QStringList recentFiles() const; // newest first
    void addRecentFile(const QString& path);
    void removeRecentFile(const QString& path);

    QString lastFolder() const; // where the last file dialog ended
    void setLastFolder(const QString& path); // of a file or folder

    QString python() const; // of benchmarks; empty = never chosen
    void setPython(const QString& path);

    QByteArray splitter(const QString& key) const;
    void setSplitter(const QString& key, const QByteArray& state);

    QString pageOf(const QString& workspace) const; // that was looked at last; empty: never opened
    void setPageOf(const QString& workspace, const QString& page);

    bool tourSeen() const; // or left
    void setTourSeen();

    QString page() const; // its object name: numbers change when a page comes in between
    void setPage(const QString& name);

private:
    mutable QSettings m_settings;
};

} // namespace fullscope::ui
