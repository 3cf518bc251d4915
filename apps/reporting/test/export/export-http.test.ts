import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { unzipSync } from 'fflate';
import readWorkbook from 'read-excel-file/node';
import { importRecords } from '../../src/import/import-records';
import { openPath } from '../../src/import/open-records';
import { importFiles } from '../../src/records/files';
import { FILE_NAMES } from '../../src/records/import-file';
import { apiKey, bearer, castOf } from '../cast';
import { expectProblem } from '../expect-problem';
import { exampleFolder, MEASUREMENTS, MONTHLY_STATISTICS, sourcesOf } from '../import/test-folder';
import { SERVICE_KEY, startTestApp, type TestApp } from '../start-test-app';

const ACME = '529d638f-51f4-5777-b0ae-e9ce9c36f1d3';
let service: TestApp;
let cast: ReturnType<typeof castOf>;
let folder: string;
beforeAll(async () => {
  service = await startTestApp({ SERVICE_KEY });
  cast = castOf(service);
  const example = {
    ...exampleFolder(),
    'measurements.csv': MEASUREMENTS,
    'monthly-statistics.csv': MONTHLY_STATISTICS,
  };
  await importRecords(service.context.db, sourcesOf(example), { source: 'example' });
});
afterAll(() => service.close());
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'export-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function download(from: string): Promise<Buffer> {
  const response = await fetch(service.url + from, { headers: { 'X-Api-Key': SERVICE_KEY } });
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  return Buffer.from(await response.arrayBuffer());
}

function unzip(archive: Buffer): string {
  for (const [name, content] of Object.entries(unzipSync(archive)))
    writeFileSync(path.join(folder, name), content);
  return folder;
}

/** The rows of each sheet of a workbook. */
async function sheetsOf(from: string): Promise<Map<string, unknown[][]>> {
  const sheets = await readWorkbook(await download(from));
  return new Map(sheets.map(({ sheet, data }) => [sheet, data]));
}

test('an export is a zip of one organization, and importing it changes nothing', async () => {
  const unzipped = unzip(await download(`/sync/export?companyId=${ACME}`));
  expect(readdirSync(unzipped).sort()).toEqual([...FILE_NAMES].sort());
  const { sources } = await openPath(unzipped, { maxBytes: 0 });
  const { db } = service.context;
  const result = await importRecords(db, sources, { source: 'export', companies: ['acme'] });
  expect(result).toMatchObject({ inserted: 0, updated: 0, keptAccounts: 0, keptStatistics: 0 });
  const read = new Map(result.files.map(({ file, read }) => [file, read]));
  expect([
    read.get('companies.csv'),
    read.get('measurements.csv'),
    read.get('monthly-statistics.csv'),
  ]).toEqual([1, 2, 3]);
});

test('an exported workbook has a sheet for each table, with the columns of its file', async () => {
  const sheets = await sheetsOf(`/sync/export?companyId=${ACME}&format=xlsx`);
  expect([...sheets.keys()]).toEqual(FILE_NAMES.map(name => name.replace('.csv', '')));
  for (const { name, columns } of importFiles)
    expect(sheets.get(name.replace('.csv', ''))![0]).toEqual(Object.keys(columns));
});

test('the file is named after the organization and the day', async () => {
  const { headers } = await cast.call(`/sync/export?companyId=${ACME}`, apiKey(SERVICE_KEY));
  expect(headers['content-disposition']).toMatch(
    /^attachment; filename="?records-acme-\d{4}-\d\d-\d\d\.zip"?$/,
  );
  expect(headers['content-type']).toBe('application/zip');
});

test('an operator exports the specified organization, which is audited', async () => {
  const { account, secret } = await cast.grace();
  const response = await cast.call(`/sync/export?companyId=${ACME}`, bearer(secret));
  expect(response.status).toBe(200);
  const event = await service.context.db.prisma.auditEvent.findFirst({
    where: { kind: 'report-run', actor: account.email },
    include: { company: true },
  });
  expect(event).toMatchObject({ company: { uuid: ACME }, detail: { route: '/sync/export' } });
});

test('exports and templates are for operators', async () => {
  const { secret } = await cast.ada();
  for (const target of [`/sync/export`, `/sync/export?companyId=${ACME}`, '/sync/template']) {
    const response = await cast.call(target, bearer(secret));
    expectProblem(response, '403 Operator required, operator-required');
    expectProblem(await cast.call(target), '401 Not authenticated, secret-missing');
  }
});

test('an export requires an existing organization and a supported format', async () => {
  const get = (target: string) => cast.call(target, apiKey(SERVICE_KEY));
  expectProblem(await get('/sync/export'), '400 Company required, company-required');
  const unknown = '0b8f2a3c-1111-4222-8333-00000000dead';
  const response = await get(`/sync/export?companyId=${unknown}`);
  expectProblem(response, '400 Unknown company, unknown-company');
  for (const target of [`/sync/export?companyId=${ACME}&format=csv`, '/sync/template?format=ods']) {
    const refused = await get(target);
    expectProblem(refused, '400 Invalid request, invalid-request');
    expect(refused.body.errors).toMatchObject([{ field: 'format' }]);
  }
});

test('a template can be imported as it is', async () => {
  const unzipped = unzip(await download('/sync/template'));
  expect(readdirSync(unzipped).sort()).toEqual([...FILE_NAMES, 'README.md'].sort());
  const { sources } = await openPath(unzipped, { maxBytes: 0 });
  const options = { source: 'template', dryRun: true };
  const result = await importRecords(service.context.db, sources, options);
  expect(result).toMatchObject({ read: 16, inserted: 16 });
});

test('a template as a workbook has an example row in each sheet, and the meaning of every column', async () => {
  const sheets = await sheetsOf('/sync/template?format=xlsx');
  for (const { name, columns } of importFiles) {
    const rows = sheets.get(name.replace('.csv', ''))!;
    expect([rows.length, rows[0]]).toEqual([2, Object.keys(columns)]);
  }
  const all = importFiles.flatMap(({ columns }) => Object.keys(columns));
  expect(sheets.get('Columns')).toHaveLength(all.length + 1);
});

test('a template as a workbook names options as the console does, not as the command line does', async () => {
  const cells = (await sheetsOf('/sync/template?format=xlsx')).get('Columns')!.flat().map(String);
  expect(cells.filter(cell => /--|undefined/.test(cell))).toEqual([]);
  const form = path.join(__dirname, '../../../../packages/console/src/features/imports/upload.ts');
  const fields = readFileSync(form, 'utf8');
  const named = cells.flatMap(cell => [...cell.matchAll(/the option “(.*?)” \((\w+)\)/g)]);
  expect(new Set(named.map(([, , name]) => name)).size).toBe(4);
  for (const [, label, name] of named)
    expect(fields).toMatch(new RegExp(`name: '${name}',\\s+label:[^}]*${label}`));
});
