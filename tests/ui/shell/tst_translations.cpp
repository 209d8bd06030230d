// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/ui_test.h"

#include <QDirIterator>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QSet>
#include <QTemporaryDir>
#include <QXmlStreamReader>

namespace fullscope::ui {

namespace {

struct Message {
    QString key; // context and source
    QString source, translation;
    bool unfinished = false;
};

QList<Message> messagesOf(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    QXmlStreamReader xml(&file);
    QList<Message> messages;
    QString context;
    while (!xml.atEnd()) {
        xml.readNext();
        if (!xml.isStartElement())
            continue;
        if (xml.name() == u"name") {
            context = xml.readElementText();
        } else if (xml.name() == u"source") {
            messages.append(Message {});
            messages.last().source = xml.readElementText();
            messages.last().key = context + '|' + messages.last().source;
        } else if (xml.name() == u"translation") {
            messages.last().unfinished = xml.attributes().hasAttribute("type");
            messages.last().translation = xml.readElementText(QXmlStreamReader::IncludeChildElements).trimmed();
        }
    }
    return messages;
}

QString shippedFile()
{
    return QStringLiteral(FULLSCOPE_SOURCE_DIR "/resources/i18n/fullscope_zh_CN.ts");
}

QSet<QString> keysOf(const QList<Message>& messages)
{
    QSet<QString> keys;
    for (const Message& message : messages)
        keys << message.key;
    return keys;
}

// %1, %n, %L1 … of a text, sorted.
QStringList placesOf(const QString& text)
{
    static const QRegularExpression kPlace("%L?(\\d+|n)");
    QStringList places;
    for (auto matches = kPlace.globalMatch(text); matches.hasNext();)
        places << matches.next().captured();
    places.sort();
    return places;
}

} // namespace

class TstTranslations final : public QObject {
    Q_OBJECT

private slots:
    void everyMessageIsTranslated();
    void argumentsSurviveTranslation();
    void everyTextOfTheSourceIsInTheFile();
};

void TstTranslations::everyMessageIsTranslated()
{
    const QList<Message> messages = messagesOf(shippedFile());
    QVERIFY(messages.size() > 50);
    for (const Message& message : messages)
        QVERIFY2(!message.unfinished && !message.translation.trimmed().isEmpty(), qPrintable(message.key));
}

void TstTranslations::argumentsSurviveTranslation()
{
    for (const Message& message : messagesOf(shippedFile())) {
        QVERIFY2(placesOf(message.source) == placesOf(message.translation), qPrintable(message.key));
        QVERIFY2(message.source.contains('\n') == message.translation.contains('\n'), qPrintable(message.key));
    }
}

void TstTranslations::everyTextOfTheSourceIsInTheFile()
{
    const QTemporaryDir folder;
    const QString fresh = folder.filePath("fresh_zh_CN.ts");
    QStringList sources;
    QDirIterator files(
        QStringLiteral(FULLSCOPE_SOURCE_DIR "/ui"), {"*.cpp", "*.h"}, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext())
        sources << files.next();
    sources.sort();
    QFile list(folder.filePath("sources.lst"));
    QVERIFY(list.open(QIODevice::WriteOnly));
    list.write(sources.join('\n').toUtf8());
    list.close();

    QProcess lupdate;
    lupdate.setProcessChannelMode(QProcess::MergedChannels);
    lupdate.start(QStringLiteral(FULLSCOPE_LUPDATE),
        {"-silent", "@" + list.fileName(), "-I", FULLSCOPE_SOURCE_DIR, "-ts", fresh});
    QVERIFY(lupdate.waitForFinished(120'000));
    QVERIFY2(lupdate.exitCode() == 0, lupdate.readAll().constData());

    const QSet<QString> wanted = keysOf(messagesOf(fresh));
    const QSet<QString> shipped = keysOf(messagesOf(shippedFile()));
    QCOMPARE(QStringList((wanted - shipped).values()), QStringList()); // not translated yet
    QCOMPARE(QStringList((shipped - wanted).values()), QStringList()); // no longer used
}

FS_UI_TEST(TstTranslations)

} // namespace fullscope::ui

#include "tst_translations.moc"
