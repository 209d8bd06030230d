// SPDX-License-Identifier: GPL-3.0-or-later
// What is imported again takes the place of what it repeats, and what was taken away is told.
#pragma once

#include "core/store/runs.h"
#include "core/store/workspace_file.h"

#include <vector>

namespace fullscope::store {

// The import that is being finished; its files are stored already.
struct NewImport {
    std::int64_t id = 0;
    std::int64_t batch = 0;
    std::vector<evidence::SourceFile> files;
    bool whole = true; // false: reading stopped early, it is a fragment of what was delivered
    std::vector<std::int64_t> grown_from {}; // imports of the same file when it was shorter
};

// Removes imports of the same content, and those that the file has grown from. What a user has said about their runs is
// given back in `words`, in their order.
base::Status replaceSameContent(
    Database& database, const NewImport& import, std::vector<Replaced>& replaced, std::vector<UserWords>& words);

// Bills of the same (format, provider, billing account, billing period, dataset): in an earlier batch they are an older
// delivery and go, unless they are final and the new one is not: then the new one goes. Of accounts that do not occur
// in the new one they stay, and so they do where the names of the files say that they are numbered parts of one
// delivery (areParts), unless the new one's file was there before. In this batch they are parts of one, unless most of
// the smaller one's rows occur in both: then they are the same rows twice, and the smaller one goes. So do deliveries
// without account or period, which nothing but their rows identifies, typed invoices, of which a month may have
// several, and a file whose content was there before: what stands beside it was settled then. A bill that is a fragment
// gives way to one that is whole, and takes no place of another: where it would, it is refused (delivery_cut_off).
base::Status replaceDeliveries(
    Database& database, const NewImport& import, bool content_was_there, std::vector<Replaced>& replaced);

// Bills that stand beside this one as parts of the same delivery: of this batch; without account or period of any
// batch, if their charges are of the same time. Of any batch too: those of another dataset.
base::Result<std::vector<OtherPart>> otherParts(Database& database, const NewImport& import);

// Files of bills that are of the same provider, account and time as this one, where one of the two was typed: nothing
// tells whether they are the same charges. What does not name provider or account may be of any.
base::Result<std::vector<std::string>> invoicesBeside(Database& database, std::int64_t bill_id);

} // namespace fullscope::store
