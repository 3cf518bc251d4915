import { text } from 'node:stream/consumers';
import { DuckDBInstance } from '@duckdb/node-api';

/** Runs SQL from standard input in an in-memory database; fails if the last statement returns no rows. */
const instance = await DuckDBInstance.create(':memory:');
const connection = await instance.connect();
const reader = await connection.runAndReadAll(await text(process.stdin));
if (reader.currentRowCount === 0) throw new Error('The last statement returned no rows.');
