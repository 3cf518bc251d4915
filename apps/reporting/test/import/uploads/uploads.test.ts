import { randomUUID } from 'node:crypto';
import { watch } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { connect } from 'node:net';
import os, { tmpdir } from 'node:os';
import { text } from 'node:stream/consumers';
import { waitUntil } from '@platform/http/testing';
import document from '../../../openapi.json';
import { importRecords } from '../../../src/import/import-records';
import { encodingOf } from '../../../src/import/uploads/upload-options';
import { FILE_NAMES } from '../../../src/records/import-file';
import { apiKey, bearer, castOf } from '../../cast';
import { SERVICE_KEY, startTestApp, type TestApp } from '../../start-test-app';
import { importHere } from '../import-here';
import { exampleFolder, sourcesOf } from '../test-folder';
import { CSV, filesOf, openFiles, untilEnded, upload, XLSX, ZIP } from './upload-to';

const example = exampleFolder();
const header = (table: keyof typeof example) => example[table].split('\r\n')[0]!;
/** An archive with an organization. */
const small = filesOf({
  'companies.csv': `${header('companies.csv')}\r\n${randomUUID()},small,Small\r\n`,
});
const services: TestApp[] = [];
const start = async (env: Parameters<typeof startTestApp>[0]) => {
  const started = await startTestApp(env);
  services.push(started);
  return started;
};
const startWithGrace = async () => {
  const service = await start({ SERVICE_KEY, RATE_LIMIT_REPORTS: 'off' });
  const cast = castOf(service);
  const grace = [...bearer((await cast.grace()).secret)] as [string, string][];
  return { service, cast, grace };
};
let shared: Awaited<ReturnType<typeof startWithGrace>>;
let { service, cast, grace } = {} as typeof shared;
beforeAll(async () => {
  shared = await startWithGrace();
});
beforeEach(() => {
  ({ service, cast, grace } = shared);
});
// Imports of one test must not delay those of the next.
afterEach(() => waitUntil(() => openFiles().length === 0));
afterAll(() => Promise.all(services.map(each => each.close())));

/** Starts another service, for tests that require a database without records. */
const withoutRecords = async () => {
  ({ service, cast, grace } = await startWithGrace());
};

/** Imports in this process, for tests that are not about the import itself. */
const importExample = () =>
  importRecords(service.context.db, sourcesOf(example), { source: 'test' });

const countImports = async () => (await cast.call('/sync/imports', grace)).body.total as number;

const imported = async (body: Buffer | string, sent = {}) => {
  const response = await upload(service, body, { as: grace, ...sent });
  expect(response).toMatchObject({ status: 202 });
  return untilEnded(service, response.body.id);
};

test('an archive is imported: 202, Location, and counts of each file', async () => {
  await withoutRecords();
  const response = await upload(service, filesOf(example), { as: grace });
  expect(response).toMatchObject({
    status: 202,
    body: { name: 'upload', source: 'http', progress: 0, finishedAt: null, files: [], faults: [] },
    headers: { location: `/sync/imports/${response.body.id}` },
  });
  const run = await untilEnded(service, response.body.id);
  expect(run).toMatchObject({ status: 'succeeded', progress: 1, faultCount: 0, hasBefore: false });
  expect(run.startedBy).toMatch(/@example\.org$/);
  expect(run.files.find((file: { file: string }) => file.file === 'tickets.csv')).toMatchObject({
    unchanged: 0,
    deleted: 0,
  });
  await waitUntil(() => openFiles().length === 0);
});

test('the file of an upload never has a name, so that a killed process leaves no file behind', async () => {
  const named: (string | null)[] = [];
  const watcher = watch(tmpdir(), (_event, name) => named.push(name));
  const truncated = filesOf(example).subarray(0, 2_000);
  expect(await upload(service, truncated, { as: grace })).toMatchObject({ status: 400 });
  watcher.close();
  expect(named.filter(name => /^import-[0-9a-f]{8}-/.test(name ?? ''))).toEqual([]);
});

test('a full disk is 503 with Retry-After, and the log names the folder and a remedy', async () => {
  const file = await open(__filename);
  const appendFile = jest.spyOn(Object.getPrototypeOf(file) as FileHandle, 'appendFile');
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), {
    code: 'ENOSPC',
  });
  appendFile.mockRejectedValueOnce(full);
  const warn = jest.spyOn(service.context.log, 'warn');
  const { status, headers, body } = await upload(service, filesOf(example), { as: grace });
  appendFile.mockRestore();
  await file.close();
  expect([status, headers['retry-after'], body.code]).toEqual([503, '60', 'busy']);
  expect(body.detail).not.toContain(tmpdir());
  const message = `The folder of uploads, ${tmpdir()}, is full: free space there, or set TMPDIR to a larger folder.`;
  expect(warn).toHaveBeenCalledWith(
    expect.objectContaining({ err: expect.objectContaining({ message, cause: full }) }),
    'problem',
  );
});

test('a folder of uploads that cannot be written is 500, and the log names TMPDIR', async () => {
  const folder = jest.spyOn(os, 'tmpdir').mockReturnValue('/nowhere');
  const error = jest.spyOn(service.context.log, 'error');
  const { status, body } = await upload(service, filesOf(example), { as: grace });
  folder.mockRestore();
  expect([status, body.code]).toEqual([500, 'internal']);
  const message =
    'The folder of uploads, /nowhere, cannot be written: set TMPDIR to a writable folder.';
  expect(error).toHaveBeenCalledWith(
    expect.objectContaining({ err: expect.objectContaining({ message }) }),
    'internal error',
  );
});

test('a dry run changes nothing', async () => {
  const run = await imported(small, { query: '?dryRun=true' });
  expect(run).toMatchObject({ status: 'succeeded', options: { dryRun: true }, hasBefore: false });
  expect(run.files[0]).toMatchObject({ file: 'companies.csv', inserted: 1 });
  const rows = await service.context.db.pool.query(
    "select from reporting.company where handle = 'small'",
  );
  expect(rows.rowCount).toBe(0);
});

test('files can be in any folder of an archive; others are ignored, and listed up to 200 characters', async () => {
  const archive = filesOf({
    'records/2026/companies.csv': example['companies.csv'],
    [`${'x'.repeat(60_000)}.txt`]: 'hello',
  });
  expect(await imported(archive)).toMatchObject({
    status: 'succeeded',
    files: [{ file: 'companies.csv' }],
    ignored: ['x'.repeat(200)],
  });
});

test('every table is imported by its name, and refused without it', async () => {
  const { UploadFile } = document.components.schemas;
  expect(UploadFile.enum.map(table => `${table}.csv`)).toEqual(FILE_NAMES);
  await importExample();
  const run = await imported(example['tickets.csv'], { type: CSV, query: '?file=tickets' });
  expect(run).toMatchObject({ name: 'tickets.csv', status: 'succeeded' });
  expect(await upload(service, 'id', { type: CSV })).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'file' }] },
  });
  expect(await upload(service, filesOf(example), { query: '?file=tickets' })).toMatchObject({
    body: { errors: [{ field: 'file', message: 'requires the content type text/csv' }] },
  });
});

test('an upload is listed under the given name', async () => {
  const query = '?dryRun=true&name=R%C3%A9sum%C3%A9.zip';
  expect(await imported(small, { query })).toMatchObject({ name: 'Résumé.zip' });
  for (const name of ['%20', 'a%0Ab', 'x'.repeat(201)]) {
    expect(await upload(service, small, { query: `?name=${name}`, as: grace })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'name' }] },
    });
  }
});

test('faults name parameters as remedies, and can be downloaded with their whole lines', async () => {
  const tickets = example['tickets.csv'].replace(/\d{4}-\d\d-\d\dT[^,]*/, '15/01/2026');
  const { id, status, faults, faultCount } = await imported(
    filesOf({ ...example, 'tickets.csv': tickets }),
  );
  expect({ status, faultCount }).toEqual({ status: 'refused', faultCount: 1 });
  expect(faults[0]).toMatchObject({ file: 'tickets.csv', value: '15/01/2026' });
  expect(faults[0].remedy).toContain('dateFormat');
  expect(faults[0].remedy).not.toContain('--');
  const { text, headers } = await cast.call(`/sync/imports/${id}/faults`, grace);
  expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  const [header, line] = text.split('\r\n');
  expect(header).toBe('\ufefffile,line,column,value,expected,remedy,row');
  expect(line).toContain('15/01/2026');
  expect(line).toMatch(/,"[0-9a-f]{8}-.*15\/01\/2026.*"$/);
  const xlsx = await cast.call(`/sync/imports/${id}/faults?format=xlsx`, grace);
  expect(xlsx).toMatchObject({ status: 200, headers: { 'content-type': XLSX } });
});

test('a table with unknown columns is refused, with its header as the line of the fault', async () => {
  const run = await importHere(service, null, { 'tickets.csv': 'foo,bar\n1,2\n' });
  expect(run).toMatchObject({ status: 'refused', faultCount: 1 });
  const { text } = await cast.call(`/sync/imports/${run.id}/faults`, grace);
  expect(text).toMatch(/\r\ntickets\.csv,1,.*,"foo,bar"\r\n$/);
});

test('an upload is bounded by companyId, or else by the organizations in companies.csv', async () => {
  await importExample();
  const [acme, globex] = example['companies.csv']
    .split('\r\n')
    .slice(1, 3)
    .map(row => row.split(',')[0]);
  const { status, faults } = await imported(filesOf(example), { query: `?companyId=${acme}` });
  expect(status).toBe('refused');
  expect(faults[0]).toMatchObject({
    file: 'companies.csv',
    value: expect.stringMatching(/globex/),
  });
  const companies = example['companies.csv'].split('\r\n').filter(row => !row.startsWith(globex!));
  const files = { ...example, 'companies.csv': companies.join('\r\n') };
  expect((await importHere(service, null, files)).status).toBe('refused');
  expect(
    await upload(service, filesOf(example), {
      query: `?companyId=${acme!.replace(/^.{8}/, '00000000')}`,
    }),
  ).toMatchObject({ status: 400, body: { code: 'unknown-company' } });
});

test('a repeated upload with an Idempotency-Key is imported once, and the key cannot be reused for another', async () => {
  const key = [['Idempotency-Key', 'upload-1']] as const;
  const send = (sent = {}) =>
    upload(service, small, { headers: key, query: '?dryRun=true', ...sent });
  const responses = await Promise.all(Array.from({ length: 4 }, () => send({ as: grace })));
  expect(responses.map(({ status }) => status)).toEqual([202, 202, 202, 202]);
  expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1);
  expect(await send({ as: grace, query: '' })).toMatchObject({
    status: 422,
    body: { code: 'idempotency-mismatch' },
  });
  // Of another caller.
  const other = await send();
  expect([other.status, other.body.id === responses[0]!.body.id]).toEqual([202, false]);
});

test('the same text with the name of another table is another upload', async () => {
  const key = [['Idempotency-Key', 'upload-2']] as const;
  const send = (name: string) =>
    upload(service, example['tickets.csv'], {
      type: CSV,
      query: `?name=${name}.csv&dryRun=true`,
      headers: key,
    });
  expect(await send('tickets')).toMatchObject({ status: 202 });
  expect(await send('departments')).toMatchObject({
    status: 422,
    body: { code: 'idempotency-mismatch' },
  });
});

test('the service key cannot grant rights', async () => {
  for (const name of ['updateAccounts', 'allowOperators'])
    expect(await upload(service, filesOf(example), { query: `?${name}=true` })).toMatchObject({
      status: 403,
      body: { code: 'operator-required' },
    });
  const uploaded = (apiAccess: boolean) => {
    const row = `${randomUUID()},,Dora,false,${apiAccess},false`;
    const accounts = `${header('accounts.csv')}\r\n${row}\r\n`;
    return imported(accounts, { type: CSV, query: '?file=accounts', as: apiKey(SERVICE_KEY) });
  };
  expect((await uploaded(true)).faults).toMatchObject([
    { file: 'accounts.csv', column: 'apiAccess', value: 'true' },
  ]);
  expect(await uploaded(false)).toMatchObject({ status: 'succeeded', startedBy: 'service key' });
});

test('only operators can upload', async () => {
  const ada = await cast.ada();
  expect(await upload(service, filesOf(example), { as: bearer(ada.secret) })).toMatchObject({
    status: 403,
    body: { code: 'operator-required' },
  });
});

test.each([
  ['an empty body', ZIP, Buffer.alloc(0), '', 'The file is empty.'],
  ['an .xls', XLSX, Buffer.from('d0cf11e0a1b11ae1', 'hex'), '', /^This is an \.xls/],
  [
    'a file with the content type of .xls',
    'application/vnd.ms-excel',
    'x',
    '',
    /^This is an \.xls/,
  ],
  ['a truncated archive', ZIP, filesOf(example).subarray(0, 2_000), '', /send it again whole\.$/],
  ['CSV as an archive', ZIP, 'id,name', '', /^This is neither a zip archive nor/],
  ['an archive as a table', CSV, filesOf(example), '?file=tickets', /not a CSV file of tickets/],
  [
    'no known file',
    ZIP,
    filesOf({ 'notes.txt': 'x' }),
    '',
    /^The archive has no file of an import/,
  ],
])('%s is refused with one sentence, and adds no import', async (_, type, body, query, detail) => {
  const matcher = typeof detail === 'string' ? detail : expect.stringMatching(detail);
  const before = await countImports();
  expect(await upload(service, body, { as: grace, type, query })).toMatchObject({
    status: 400,
    body: { code: 'import-unreadable', detail: matcher },
  });
  expect(await countImports()).toBe(before);
  expect(openFiles()).toEqual([]);
});

test('another content type, an encoded body and unknown options are refused by name', async () => {
  const refusal = async (sent: object) => (await upload(service, 'x', { as: grace, ...sent })).body;
  expect(await refusal({ type: 'application/pdf' })).toMatchObject({
    errors: [{ field: 'Content-Type', message: expect.stringContaining(ZIP) }],
  });
  expect(await refusal({ headers: [['Content-Encoding', 'gzip']] })).toMatchObject({
    errors: [{ field: 'Content-Encoding', message: expect.stringContaining('uncompressed') }],
  });
  const query = '?dryRun=maybe&dateFormat=YY&encoding=latin1&file=cars';
  expect(
    (await refusal({ query })).errors.map(({ field }: { field: string }) => field).sort(),
  ).toEqual(['dateFormat', 'dryRun', 'encoding', 'file']);
  expect(await refusal({ query: '?timeZone=Mars/Base' })).toMatchObject({
    errors: [{ field: 'timeZone' }],
  });
});

describe('the charset of a CSV body', () => {
  const table = Buffer.from(
    'id,handle,name\r\n4f4c1c7e-8f0b-4f2f-9d6c-0a4f0b9c7a01,latin,Zo\xeb\r\n',
    'latin1',
  );
  const query = '?file=companies';
  const typed = (charset: string) => `text/csv; charset=${charset}`;

  test('determines the encoding', async () => {
    const run = await imported(table, { type: typed('iso-8859-1'), query });
    expect(run).toMatchObject({ status: 'succeeded', options: { encoding: 'windows-1252' } });
    const { rows } = await service.context.db.pool.query(
      "select name from reporting.company where handle = 'latin'",
    );
    expect(rows).toEqual([{ name: 'Zoë' }]);
  });

  test.each([
    ['utf-8', undefined, 'utf-8'],
    ['cp1252', 'windows-1252', 'windows-1252'],
  ] as const)('%s with the encoding %s is %s', (charset, asked, encoding) => {
    expect(encodingOf(typed(charset), asked)).toBe(encoding);
  });

  test('defaults to UTF-8', async () => {
    const run = await imported(table, { type: CSV, query });
    expect(run).toMatchObject({ status: 'refused', faults: [{ file: 'companies.csv' }] });
  });

  test.each([
    [
      'utf-8',
      '&encoding=windows-1252',
      'encoding',
      'is windows-1252, and the charset of Content-Type is utf-8; send one of them',
    ],
    ...['"Windows-1252"', 'LATIN1', 'iso-8859-1'].map(charset => [
      charset,
      '&encoding=utf-8',
      'encoding',
      'is utf-8, and the charset of Content-Type is windows-1252; send one of them',
    ]),
    [
      'iso-8859-15',
      '',
      'Content-Type',
      'must have one of the charsets utf-8, windows-1252, windows-1250, windows-1254',
    ],
    [
      'utf-16',
      '',
      'Content-Type',
      'must have one of the charsets utf-8, windows-1252, windows-1250, windows-1254',
    ],
    [
      'none',
      '',
      'Content-Type',
      'must have one of the charsets utf-8, windows-1252, windows-1250, windows-1254',
    ],
  ])('%s is refused with the query "%s"', async (charset, more, field, message) => {
    const sent = { as: grace, type: typed(charset), query: query + more };
    const { status, body } = await upload(service, table, sent);
    expect([status, body.errors]).toEqual([400, [{ field, message }]]);
  });
});

test('an aborted upload leaves neither a file nor an import', async () => {
  const before = await countImports();
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  const head = [`X-Api-Key: ${SERVICE_KEY}`, `Content-Type: ${ZIP}`, 'Content-Length: 1000000'];
  socket.write(['POST /sync/imports HTTP/1.1', 'Host: x', ...head, '', 'PK'].join('\r\n'));
  await waitUntil(() => openFiles().length === 1);
  socket.destroy();
  await waitUntil(() => openFiles().length === 0);
  expect(await countImports()).toBe(before);
});

test('an upload that takes longer than IMPORT_UPLOAD_TIMEOUT is 408', async () => {
  const limited = await start({ SERVICE_KEY, IMPORT_UPLOAD_TIMEOUT: '1s' });
  async function* never() {
    yield Buffer.from('PK');
    await new Promise(() => undefined);
  }
  const response = await fetch(`${limited.url}/sync/imports`, {
    method: 'POST',
    headers: { 'X-Api-Key': SERVICE_KEY, 'Content-Type': ZIP },
    body: never(),
    duplex: 'half',
  });
  expect(response.status).toBe(408);
  expect(await response.json()).toMatchObject({ code: 'request-timeout' });
  expect(openFiles()).toEqual([]);
});

test('an upload may take longer than REQUEST_TIMEOUT', async () => {
  const limited = await start({ SERVICE_KEY, REQUEST_TIMEOUT: '3s' });
  const body = 'id,handle,name\r\n';
  const begin = (head: string[]) => {
    const socket = connect(Number(new URL(limited.url).port), '127.0.0.1');
    socket.write([...head, 'Host: x', `Content-Length: ${body.length}`, '', 'id'].join('\r\n'));
    return socket;
  };
  const head = ['POST /sync/imports?file=companies HTTP/1.1', `X-Api-Key: ${SERVICE_KEY}`];
  const uploading = begin([...head, 'Content-Type: text/csv', 'Connection: close']);
  await waitUntil(() => openFiles().length === 1);
  // A later request to another operation is just as slow.
  const other = begin(['POST /auth/login HTTP/1.1', 'Content-Type: application/json']);
  expect(await text(other)).toContain('HTTP/1.1 408');
  uploading.write(body.slice('id'.length));
  expect(await text(uploading)).toContain('HTTP/1.1 202');
});

test('an upload above IMPORT_MAX_BYTES is 413, with or without a Content-Length', async () => {
  const small = await start({ SERVICE_KEY, IMPORT_MAX_BYTES: '1000', LOG_LEVEL: 'error' });
  const body = Buffer.alloc(1_001, 'x');
  expect(await upload(small, body, { type: ZIP })).toMatchObject({
    status: 413,
    body: { code: 'import-too-large' },
  });
  async function* pieces() {
    yield body.subarray(0, 500);
    yield body.subarray(500);
  }
  const chunked = await fetch(`${small.url}/sync/imports`, {
    method: 'POST',
    headers: { 'X-Api-Key': SERVICE_KEY, 'Content-Type': ZIP },
    body: pieces(),
    duplex: 'half',
  });
  expect(chunked.status).toBe(413);
  expect(openFiles()).toEqual([]);
});
