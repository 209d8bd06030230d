// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/translation.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>

namespace fullscope::ui {

Translation::~Translation()
{
    QCoreApplication::removeTranslator(&m_ours);
    QCoreApplication::removeTranslator(&m_qt);
}

void Translation::use(words::Language language)
{
    QCoreApplication::removeTranslator(&m_ours);
    QCoreApplication::removeTranslator(&m_qt);
    // Display only: files are never read by a locale.
    QLocale::setDefault(language == words::Language::zh_CN ? QLocale(QLocale::Chinese, QLocale::China)
                                                           : QLocale(QLocale::English, QLocale::UnitedStates));
    if (language == words::Language::en)
        return;
    if (m_qt.load(QStringLiteral("qtbase_zh_CN"), QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        QCoreApplication::installTranslator(&m_qt);
    if (m_ours.load(QStringLiteral(":/i18n/fullscope_zh_CN.qm")))
        QCoreApplication::installTranslator(&m_ours);
}

words::Language desktopLanguage()
{
    for (const QString& name : QLocale::system().uiLanguages())
        if (const auto known = words::languageByName(name.left(2).toStdString()))
            return *known;
    return words::Language::en;
}

} // namespace fullscope::ui
