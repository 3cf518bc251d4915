import { execFile, spawnSync } from 'node:child_process';
import { createWriteStream, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import readWorkbook from 'read-excel-file/node';
import { writeHistory } from '../../src/demo/history';
import { createDemonstration } from '../../src/demo/sources';
import { recordsXlsx } from '../../src/export/write-records';
import { importRecords } from '../../src/import/import-records';
import { openPath } from '../../src/import/open-records';
import { FILE_NAMES } from '../../src/records/import-file';
import { exampleFolder, startTestImports, type TestImports } from '../import/test-folder';

const now = new Date('2026-11-21T10:00:00Z');
let imports: TestImports;
let folder: string;
beforeAll(async () => {
  imports = await startTestImports();
  folder = mkdtempSync(path.join(tmpdir(), 'workbook-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await imports.close();
});

async function writeXlsx(limit = {}): Promise<string> {
  const file = path.join(folder, 'records.xlsx');
  const pieces = recordsXlsx({ db: imports.db, organization: null }, limit);
  await pipeline(Readable.from(pieces), createWriteStream(file));
  return file;
}

test('a table that exceeds a sheet continues on further sheets, each with the header', async () => {
  await imports.load(exampleFolder());
  const sheets = await readWorkbook(await writeXlsx({ sheetRows: 2 }));
  const tickets = sheets.filter(({ sheet }) => sheet.startsWith('tickets'));
  expect(tickets.map(({ sheet }) => sheet)).toEqual(['tickets', 'tickets (2)']);
  const [header] = tickets[0]!.data;
  expect(tickets.map(({ data }) => data[0])).toEqual([header, header]);
  expect(tickets.map(({ data }) => data.length - 1)).toEqual([2, 2]);
});

const hasLibreOffice = spawnSync('soffice', ['--version']).status === 0;
const testWithLibreOffice = hasLibreOffice ? test : test.skip;

/** The options of the CSV filter: separator, quote, UTF-8, …, cells as displayed, and a separate file per sheet. */
const EVERY_SHEET = '44,34,76,1,,0,false,true,false,false,false,-1';

testWithLibreOffice(
  'importing a workbook saved as CSV by LibreOffice changes nothing',
  async () => {
    const { sources, organizations } = createDemonstration('small', 1, now);
    await importRecords(imports.db, sources, { source: 'demo', allowOperators: true });
    await writeHistory(imports.db, organizations, { size: 'small', now });
    const before = await imports.digest();
    const file = await writeXlsx();
    const saved = path.join(folder, 'saved');
    await promisify(execFile)('soffice', [
      `-env:UserInstallation=file://${folder}/profile`,
      '--headless',
      '--convert-to',
      `csv:Text - txt - csv (StarCalc):${EVERY_SHEET}`,
      '--outdir',
      saved,
      file,
    ]);
    for (const name of readdirSync(saved))
      renameSync(path.join(saved, name), path.join(saved, name.replace('records-', '')));
    expect(readdirSync(saved).sort()).toEqual([...FILE_NAMES].sort());
    const read = await openPath(saved, { maxBytes: 0 });
    const options = { source: saved, replace: true, allowRemovals: true, updateHistory: true };
    const result = await importRecords(imports.db, read.sources, options);
    expect(result).toMatchObject({ inserted: 0, updated: 0, deleted: 0, keptAccounts: 0 });
    expect(result.unchanged).toBe(result.read);
    expect(await imports.digest()).toBe(before);
  },
  300_000,
);
