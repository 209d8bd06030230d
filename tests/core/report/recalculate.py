# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads a workbook and calculates its formulas anew, without the program and without a spreadsheet.

recalculate.py FILE.xlsx [SHEET!CELL=NUMBER|SHEET!CELL= …]   changes cells first; an empty one is blank
Prints {"sheets": {sheet: {cell: {"formula", "cached", "value"} or a plain value}}} as JSON. Knows the functions that the
workbook uses; another one is an error. Errors of a sheet are texts: "#N/A", "#DIV/0!", "#VALUE!".
"""
import json
import math
import re
import sys
import zipfile
from xml.etree import ElementTree

NS = {"m": "http://schemas.openxmlformats.org/spreadsheetml/2006/main"}
REL = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
TOKEN = re.compile(
    r"""\s*(?:(?P<number>\d+(?:\.\d+)?(?:[Ee][+-]?\d+)?)|(?P<string>"(?:[^"]|"")*")
    |(?P<cell>(?:(?:'(?:[^']|'')+'|[A-Za-z]+)!)?\$?[A-Z]{1,3}\$?\d+(?::\$?[A-Z]{1,3}\$?\d+)?)(?![\w(])
    |(?P<name>[A-Z]+)|(?P<sign><=|>=|<>|[-+*/(),<>=]))""",
    re.X,
)


class SheetError(Exception):
    pass


def column_number(letters):
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number


def column_letters(number):
    letters = ""
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


class Book:
    def __init__(self, path):
        with zipfile.ZipFile(path) as archive:
            if archive.testzip() is not None:
                raise ValueError("damaged archive")
            strings = []
            if "xl/sharedStrings.xml" in archive.namelist():
                root = ElementTree.fromstring(archive.read("xl/sharedStrings.xml"))
                strings = ["".join(t.text or "" for t in si.iter("{%s}t" % NS["m"])) for si in root.findall("m:si", NS)]
            targets = {
                rel.get("Id"): rel.get("Target")
                for rel in ElementTree.fromstring(archive.read("xl/_rels/workbook.xml.rels"))
            }
            self.sheets, self.formulas = {}, {}
            workbook = ElementTree.fromstring(archive.read("xl/workbook.xml"))
            for sheet in workbook.find("m:sheets", NS):
                root = ElementTree.fromstring(archive.read("xl/" + targets[sheet.get(REL)]))
                self.read_sheet(sheet.get("name"), root, strings)
        self.cached = {sheet: dict(cells) for sheet, cells in self.sheets.items()}
        self.done = {}

    def read_sheet(self, name, root, strings):
        cells, formulas = {}, {}
        for cell in root.iter("{%s}c" % NS["m"]):
            value, formula = cell.find("m:v", NS), cell.find("m:f", NS)
            if value is not None:
                kind, text = cell.get("t", "n"), value.text or ""
                cells[cell.get("r")] = (
                    strings[int(text)] if kind == "s" else float(text) if kind == "n" else text
                )
            if formula is not None:
                formulas[cell.get("r")] = formula.text
        self.sheets[name], self.formulas[name] = cells, formulas

    def change(self, place, text):
        sheet, cell = place.rsplit("!", 1)
        self.formulas[sheet].pop(cell, None)
        if text:
            self.sheets[sheet][cell] = float(text)
        else:
            self.sheets[sheet].pop(cell, None)

    def value(self, sheet, cell):
        """None: blank."""
        key = (sheet, cell)
        if key not in self.done:
            formula = self.formulas[sheet].get(cell)
            self.done[key] = SheetError("#REF!")  # a circle
            try:
                self.done[key] = Parser(self, sheet, formula).parsed()() if formula else self.sheets[sheet].get(cell)
            except SheetError as error:
                self.done[key] = error
        return self.done[key]

    def cells(self, sheet, reference):
        ends = [re.fullmatch(r"([A-Z]+)(\d+)", end.replace("$", "")).groups() for end in reference.split(":")]
        first, last = ends[0], ends[-1]
        for row in range(int(first[1]), int(last[1]) + 1):
            for column in range(column_number(first[0]), column_number(last[0]) + 1):
                yield self.value(sheet, column_letters(column) + str(row))


def number(value):
    if isinstance(value, SheetError):
        raise value
    if value is None:
        return 0.0
    if isinstance(value, str):
        raise SheetError("#VALUE!")
    return float(value)


def true(value):
    return number(value) != 0


class Range(list):
    pass


class Parser:
    """Every node is a function without arguments, so that IF takes one branch alone."""

    def __init__(self, book, sheet, formula):
        self.book, self.sheet, self.tokens, self.at = book, sheet, [], 0
        position = 0
        while position < len(formula):
            match = TOKEN.match(formula, position)
            if not match:
                raise ValueError("formula %r at %d" % (formula, position))
            self.tokens.append((match.lastgroup, match.group(match.lastgroup)))
            position = match.end()

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else (None, None)

    def take(self):
        self.at += 1
        return self.tokens[self.at - 1]

    def parsed(self):
        node = self.comparison()
        if self.at != len(self.tokens):
            raise ValueError("left over: %r" % (self.tokens[self.at :],))
        return node

    def chain(self, part, operations):
        node = part()
        while self.peek()[0] == "sign" and self.peek()[1] in operations:
            operation, left, right = operations[self.take()[1]], node, part()
            node = lambda operation=operation, left=left, right=right: operation(left(), right())
        return node

    def comparison(self):
        def equal(a, b):
            for value in (a, b):
                if isinstance(value, SheetError):
                    raise value
            if isinstance(a, str) != isinstance(b, str):
                return a is None and b == "" or b is None and a == ""
            return (a or 0) == (b or 0)

        return self.chain(
            self.sum,
            {"=": equal, "<": lambda a, b: number(a) < number(b), ">": lambda a, b: number(a) > number(b)},
        )

    def sum(self):
        return self.chain(
            self.product, {"+": lambda a, b: number(a) + number(b), "-": lambda a, b: number(a) - number(b)}
        )

    def product(self):
        def quotient(a, b):
            a, b = number(a), number(b)
            if b == 0:
                raise SheetError("#DIV/0!")
            return a / b

        return self.chain(self.atom, {"*": lambda a, b: number(a) * number(b), "/": quotient})

    def atom(self):
        kind, text = self.take()
        if kind == "number":
            return lambda: float(text)
        if kind == "string":
            return lambda: text[1:-1].replace('""', '"')
        if kind == "cell":
            return self.reference(text)
        if kind == "name":
            return self.call(text)
        if text == "(":
            node = self.comparison()
            assert self.take()[1] == ")"
            return node
        if text == "-":
            node = self.atom()
            return lambda: -number(node())
        raise ValueError(text)

    def reference(self, text):
        sheet, _, cell = text.rpartition("!")
        sheet = sheet[1:-1].replace("''", "'") if sheet.startswith("'") else sheet or self.sheet
        if ":" in cell:
            return lambda: Range(self.book.cells(sheet, cell))
        return lambda: self.book.value(sheet, cell.replace("$", ""))

    def call(self, name):
        if self.peek()[1] != "(":
            return {"TRUE": lambda: True, "FALSE": lambda: False}[name]
        self.take()
        arguments = []
        while self.peek()[1] != ")":
            arguments.append(self.comparison())
            if self.peek()[1] == ",":
                self.take()
        self.take()
        function = getattr(self, "f_" + name.lower())
        return lambda: function(*arguments)

    @staticmethod
    def f_if(condition, yes, no):
        return yes() if true(condition()) else no()

    @staticmethod
    def f_and(*conditions):
        return all([true(c()) for c in conditions])

    @staticmethod
    def f_or(*conditions):
        return any([true(c()) for c in conditions])

    @staticmethod
    def f_not(condition):
        return not true(condition())

    @staticmethod
    def f_isnumber(value):
        return isinstance(value(), float)

    @staticmethod
    def f_na():
        raise SheetError("#N/A")

    @staticmethod
    def flat(arguments):
        for argument in arguments:
            value = argument()
            yield from value if isinstance(value, Range) else [value]

    def numbers(self, arguments):
        for value in self.flat(arguments):
            if isinstance(value, SheetError):
                raise value
            if isinstance(value, float):
                yield value

    def f_count(self, *arguments):
        return float(sum(isinstance(v, float) for v in self.flat(arguments)))

    def f_countif(self, cells, wanted):
        return float(sum(isinstance(v, float) and v == wanted() for v in self.flat([cells])))

    def f_sum(self, *arguments):
        return float(sum(self.numbers(arguments)))

    def f_min(self, *arguments):
        return min(self.numbers(arguments), default=0.0)

    def f_max(self, *arguments):
        return max(self.numbers(arguments), default=0.0)

    @staticmethod
    def f_sqrt(value):
        return math.sqrt(number(value()))

    @staticmethod
    def f_index(cells, row, column):
        if number(row()) != 1:
            raise SheetError("#REF!")
        return cells()[int(number(column())) - 1]

    @staticmethod
    def f_match(value, cells, kind):
        wanted = number(value())
        for position, cell in enumerate(cells(), 1):
            if isinstance(cell, float) and cell == wanted:
                return float(position)
        raise SheetError("#N/A")

    @staticmethod
    def f_pmt(rate, periods, present, future):
        """Payment at the end of each period that makes of `present` what is −`future` in the end."""
        r, n, pv, fv = (number(f()) for f in (rate, periods, present, future))
        if n == 0:
            raise SheetError("#DIV/0!")
        if r == 0:
            return -(pv + fv) / n
        growth = math.exp(n * math.log1p(r))
        return -(pv * growth + fv) * r / (growth - 1)


def plain(value):
    return str(value) if isinstance(value, SheetError) else value


def main():
    book = Book(sys.argv[1])
    for argument in sys.argv[2:]:
        book.change(*argument.split("=", 1))
    sheets = {}
    for sheet, cells in book.sheets.items():
        out = sheets[sheet] = dict(cells)
        for cell, formula in book.formulas[sheet].items():
            out[cell] = {
                "formula": formula,
                "cached": book.cached[sheet].get(cell),
                "value": plain(book.value(sheet, cell)),
            }
    json.dump({"sheets": sheets}, sys.stdout, ensure_ascii=False)


if __name__ == "__main__":
    sys.setrecursionlimit(10_000)
    main()
