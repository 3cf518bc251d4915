import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { writeHistory } from '../../src/demo/history';
import { createDemonstration } from '../../src/demo/sources';
import { type Export, recordsXlsx, recordsZip } from '../../src/export/write-records';
import type { ImportOptions } from '../../src/import/import-options';
import { importRecords } from '../../src/import/import-records';
import { openPath } from '../../src/import/open-records';
import { startTestImports, type TestImports } from '../import/test-folder';

const now = new Date('2026-11-21T10:00:00Z');
let imports: TestImports;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'round-trip-'));
  imports = await startTestImports();
  const { sources, organizations } = createDemonstration('small', 1, now);
  await importRecords(imports.db, sources, { source: 'demo', allowOperators: true });
  await writeHistory(imports.db, organizations, { size: 'small', now });
  // A quarter of the history has every kind of row.
  await imports.rows(
    "delete from reporting.compliance_snapshot where snapshot_date < '2026-05-21'::date",
  );
});
afterAll(async () => {
  await imports.close();
  rmSync(folder, { recursive: true });
});

const REPLACING = { replace: true, allowRemovals: true, updateHistory: true };
const WRITERS = { zip: recordsZip, xlsx: recordsXlsx };

async function write(
  format: keyof typeof WRITERS,
  from: Partial<Export> = {},
  limit = {},
): Promise<string> {
  const file = path.join(folder, `records.${format}`);
  const pieces = WRITERS[format]({ db: imports.db, organization: null, ...from }, limit);
  await pipeline(Readable.from(pieces), createWriteStream(file));
  return file;
}

async function load(into: TestImports, file: string, options: Partial<ImportOptions> = REPLACING) {
  const { sources, close } = await openPath(file, { maxBytes: 1e9 });
  try {
    return await importRecords(into.db, sources, { source: file, ...options });
  } finally {
    await close();
  }
}

test('importing an export as zip changes nothing', async () => {
  const before = await imports.digest();
  const { read, unchanged } = await load(imports, await write('zip'));
  expect(read).toBeGreaterThan(1_000);
  expect(unchanged).toBe(read);
  expect(await imports.digest()).toBe(before);
});

test('importing an export as xlsx changes nothing, even if a table continues on another sheet', async () => {
  const before = await imports.digest();
  const [counts] = await imports.rows<{ snapshots: number }>(
    'select count(*)::int as snapshots from reporting.compliance_snapshot',
  );
  // the table with the most rows
  const sheetRows = Math.ceil(counts!.snapshots * 0.6);
  const result = await load(imports, await write('xlsx', {}, { sheetRows }));
  expect(result.files.find(({ file }) => file === 'compliance-snapshots.csv')).toMatchObject({
    read: counts!.snapshots,
    unchanged: counts!.snapshots,
  });
  expect(result.unchanged).toBe(result.read);
  expect(await imports.digest()).toBe(before);
});

test.each(['zip', 'xlsx'] as const)(
  'an export of an organization as %s gives the same export after an import into an empty database',
  async format => {
    const [own] = await imports.rows<{ id: number; handle: string }>(
      'select id, handle from reporting.company order by id limit 1',
    );
    const other = await startTestImports();
    const file = await write(format, { organization: own!.id });
    const first = await load(other, file, { allowOperators: true });
    expect(first.inserted).toBe(first.read);
    const loaded = await load(imports, file, { companies: [own!.handle] });
    expect(loaded).toMatchObject({ read: first.read, unchanged: first.read });
    const again = await load(other, file);
    expect(again).toMatchObject({ read: first.read, unchanged: first.read });
    await other.close();
  },
);
