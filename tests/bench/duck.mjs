// SPDX-License-Identifier: GPL-3.0-or-later
// node duck.mjs DATABASE SQL…: DuckDB with one thread; prints what the last statement gives.
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
const require = createRequire(process.env.FULLSCOPE_PEERS + "/");
const { DuckDBInstance } = await import(pathToFileURL(require.resolve("@duckdb/node-api")));
const [database, ...statements] = process.argv.slice(2);
const instance = await DuckDBInstance.create(database, { threads: "1" });
const connection = await instance.connect();
let result;
for (const sql of statements) result = await connection.runAndReadAll(sql);
for (const row of result.getRows().slice(0, 5)) console.log(row.join(" "));
connection.closeSync();
