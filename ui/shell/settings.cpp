// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/settings.h"

#include <QFileInfo>
#include <QStandardPaths>

namespace fullscope::ui {

namespace {

constexpr int kRecentFiles = 10;

QString settingsFile()
{
    return QStandardPaths::writableLocation(QStandardPaths::AppConfigLocation) + QStringLiteral("/fullscope.ini");
}

} // namespace

Settings::Settings()
    : m_settings(settingsFile(), QSettings::IniFormat)
{
    // A layout of another version may name docks that are no longer what they were.
    if (m_settings.value("version", kVersion).toInt() != kVersion)
        m_settings.remove("window");
    m_settings.setValue("version", kVersion);
}

QByteArray Settings::geometry() const
{
    return m_settings.value("window/geometry").toByteArray();
}

QByteArray Settings::layout() const
{
    return m_settings.value("window/layout").toByteArray();
}

QByteArray Settings::columns(const QString& table) const
{
    return m_settings.value("window/columns/" + table).toByteArray();
}

void Settings::setGeometry(const QByteArray& geometry)
{
    m_settings.setValue("window/geometry", geometry);
}

void Settings::setLayout(const QByteArray& layout)
{
    m_settings.setValue("window/layout", layout);
}

void Settings::setColumns(const QString& table, const QByteArray& header)
{
    m_settings.setValue("window/columns/" + table, header);
}

std::optional<words::Language> Settings::language() const
{
    return words::languageByName(m_settings.value("language").toString().toStdString());
}

void Settings::setLanguage(words::Language language)
{
    m_settings.setValue("language", language == words::Language::zh_CN ? "zh_CN" : "en");
}

QStringList Settings::recentFiles() const
{
    return m_settings.value("recent_files").toStringList();
}

void Settings::addRecentFile(const QString& path)
{
    QStringList files = recentFiles();
    files.removeAll(path);
    files.prepend(path);
    m_settings.setValue("recent_files", files.mid(0, kRecentFiles));
}

void Settings::removeRecentFile(const QString& path)
{
    QStringList files = recentFiles();
    files.removeAll(path);
    m_settings.setValue("recent_files", files);
}

QString Settings::lastFolder() const
{
    const QString home = QStandardPaths::writableLocation(QStandardPaths::HomeLocation);
    return m_settings.value("last_folder", home).toString();
}

void Settings::setLastFolder(const QString& path)
{
    const QFileInfo info(path);
    m_settings.setValue("last_folder", info.isDir() ? info.filePath() : info.path());
}

QString Settings::python() const
{
    return m_settings.value("benchmark/python").toString();
}

void Settings::setPython(const QString& path)
{
    m_settings.setValue("benchmark/python", path);
}

QByteArray Settings::splitter(const QString& key) const
{
    return m_settings.value("window/splitters/" + key).toByteArray();
}

void Settings::setSplitter(const QString& key, const QByteArray& state)
{
    m_settings.setValue("window/splitters/" + key, state);
}

// Kept with the recent files: what falls out of these is forgotten.
QString Settings::pageOf(const QString& workspace) const
{
    return m_settings.value("recent_pages").toMap().value(workspace).toString();
}

void Settings::setPageOf(const QString& workspace, const QString& page)
{
    QVariantMap pages = m_settings.value("recent_pages").toMap();
    const QStringList recent = recentFiles();
    for (const QString& path : pages.keys())
        if (!recent.contains(path))
            pages.remove(path);
    if (recent.contains(workspace))
        pages[workspace] = page;
    m_settings.setValue("recent_pages", pages);
}

bool Settings::tourSeen() const
{
    return m_settings.value("tour_seen", false).toBool();
}

void Settings::setTourSeen()
{
    m_settings.setValue("tour_seen", true);
}

QString Settings::page() const
{
    return m_settings.value("window/page_name").toString();
}

void Settings::setPage(const QString& name)
{
    m_settings.setValue("window/page_name", name);
}

} // namespace fullscope::ui
