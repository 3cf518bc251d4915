import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** Adds the columns of CSV files to the OpenAPI document, as the built service defines them. */
const [file] = process.argv.slice(2);
const require = createRequire(path.resolve(file));
require('./dist/main/app.js');
const { documentedColumns } = require('./dist/reports/table/report-table.js');
const document = JSON.parse(readFileSync(file, 'utf8'));

for (const { responses } of Object.values(document.paths).flatMap(Object.values)) {
  const { 'text/csv': csv, 'application/x-ndjson': lines } = responses[200]?.content ?? {};
  const columns = documentedColumns.get(lines && typeOfRow(lines.schema));
  if (columns) csv.schema.description = `Columns: ${columns.join(', ')}.`;
}
writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);

/** Returns the name of a row's type, the first of several. */
function typeOfRow({ $ref, anyOf }) {
  return ($ref ?? anyOf?.[0].$ref)?.split('/').at(-1);
}
