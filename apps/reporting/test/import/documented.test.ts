import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ImportFault, ImportRunDetails } from '../../src/import/runs/import-runs.dto';
import type { FileName } from '../../src/records/import-file';
import { castOf, type Headers } from '../cast';
import { runReporting } from '../run-program';
import { SERVICE_KEY, startTestApp, type TestApp } from '../start-test-app';
import {
  EXAMPLE,
  exampleFolder,
  type Folder,
  MONTHLY_STATISTICS,
  startTestImports,
  type TestImports,
  withCell,
} from './test-folder';
import { filesOf, untilEnded, upload } from './uploads/upload-to';

const example = exampleFolder();
const DOCUMENT = path.join(__dirname, '../../../../docs/importing.md');
const ACME = example['companies.csv'].split('\r\n')[1]!.split(',')[0]!;
const ADA = '1fd1979b-0050-54fd-867b-07da5de6a46f';

/** Options by their names in the API; `company` is a handle. */
type Options = Readonly<Record<string, string | true>>;

interface Outcome {
  /** The counts and more, as JSON; null if the import was refused. */
  readonly counts: Readonly<Record<string, unknown>> | null;
  /** The messages for people. */
  readonly text: string;
}

/** What a case checks; a refused import has no counts. */
interface Wanted {
  readonly counts: boolean;
  readonly text: boolean;
}

interface ImportMethod {
  run(
    files: Readonly<Record<string, string | Buffer>>,
    options: Options,
    wanted: Wanted,
  ): Promise<Outcome>;
  close(): Promise<void>;
}

async function byCommand(url: string): Promise<ImportMethod> {
  const folder = mkdtempSync(path.join(tmpdir(), 'documented-'));
  const imported = (from: string, ...flags: string[]) =>
    runReporting(['import', from, ...flags], { DATABASE_URL: url });
  return {
    async run(files, options, wanted) {
      const from = mkdtempSync(path.join(folder, 'files-'));
      for (const [name, content] of Object.entries(files))
        writeFileSync(path.join(from, name), content);
      const flags = Object.entries(options).flatMap(([name, value]) => {
        const flag = `--${name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`;
        return value === true ? [flag] : [flag, value];
      });
      // A dry run, so that an import for the counts still has something to change.
      const dry = wanted.counts ? ['--dry-run'] : [];
      const printed = wanted.text ? await imported(from, ...flags, ...dry) : null;
      const text = printed ? printed.stdout + printed.stderr : '';
      if (!wanted.counts) return { counts: printed?.code === 0 ? {} : null, text };
      const { code, stdout: json } = await imported(from, ...flags, '--json');
      return { counts: code === 0 ? (JSON.parse(json) as Record<string, unknown>) : null, text };
    },
    close: async () => rmSync(folder, { recursive: true }),
  };
}

/** Imports like the console: in a session and, if both counts and text are wanted, with a dry run first. */
async function byHttp(url: string): Promise<ImportMethod> {
  const service = await startTestApp({ SERVICE_KEY, DATABASE_URL: url });
  const { signIn } = await castOf(service).ada({ isOperator: true });
  const as = await signIn();
  return {
    async run(files, options, wanted) {
      if (!wanted.text || !wanted.counts) return uploadTo(service, as, files, options);
      const checked = await uploadTo(service, as, files, { ...options, dryRun: true });
      const imported = await uploadTo(service, as, files, options);
      expect(imported).toEqual(checked);
      return imported;
    },
    close: () => service.close(),
  };
}

async function uploadTo(
  service: TestApp,
  as: Headers,
  files: Parameters<ImportMethod['run']>[0],
  { company, ...options }: Options,
): Promise<Outcome> {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(options)) query.set(name, String(value));
  if (company === 'acme') query.set('companyId', ACME);
  const response = await upload(service, filesOf(files), { as, query: `?${query.toString()}` });
  if (response.status !== 202) return { counts: null, text: response.body.detail as string };
  const run = (await untilEnded(service, response.body.id as string)) as ImportRunDetails;
  const text = [run.reason ?? '', ...run.faults.map(describeFault)].join('\n');
  return { counts: run.status === 'succeeded' ? sumOf(run.files) : null, text };
}

function sumOf(files: ImportRunDetails['files']): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const { file: _, notices: __, ...counts } of files)
    for (const [name, count] of Object.entries(counts)) sum[name] = (sum[name] ?? 0) + count;
  return sum;
}

function describeFault({ file, line, column, value, expected, remedy }: ImportFault): string {
  const place = [file, ...(line ? [`line ${line}`] : []), ...(column ? [`column ${column}`] : [])];
  const found = value === null ? '' : `${JSON.stringify(value)}; `;
  return `  ${place.join(', ')}: ${found}expected ${expected}${remedy === null ? '' : `; ${remedy}`}.`;
}

/** Converts a message of the command into that of the API, which contains `dateFormat=DD/MM/YYYY`. */
function overHttp({ source, flags }: RegExp): RegExp {
  const option = (name: string) =>
    name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return new RegExp(
    source
      .replace('to which --company keeps the import', 'to which the import is kept')
      .replaceAll(/--([a-z-]+)( (?=[A-Z]|windows))?/g, (_, name: string, space?: string) =>
        space ? `${option(name)}=` : option(name),
      ),
    flags,
  );
}

const changed = (change: (text: string) => string): Folder =>
  Object.fromEntries(Object.entries(example).map(([name, text]) => [name, change(text)]));
const separatedBy = (mark: string) =>
  changed(text => text.replaceAll(/"(?:[^"]|"")*"|,/g, part => (part === ',' ? mark : part)));
const ticketIssued = (value: string) => ({
  'tickets.csv': withCell(example['tickets.csv'], 2, 'issuedAt', value),
});
const withoutLine = (content: string, line: number) =>
  content
    .split('\r\n')
    .toSpliced(line - 1, 1)
    .join('\r\n');
const account = (line: number, column: string, value: string) => ({
  'accounts.csv': withCell(example['accounts.csv'], line, column, value),
});
const ALL_UNCHANGED = { read: 58, inserted: 0, updated: 0, unchanged: 58, deleted: 0 };

interface Case {
  /** A sentence of the document, or part of one. */
  readonly sentence: string;
  readonly files: () => Readonly<Record<string, string | Buffer>>;
  readonly options?: Options;
  /** The expected counts; absent if the import is refused. */
  readonly counts?: object;
  readonly text?: RegExp;
  /** A query of the database after the import, and its result as text. */
  readonly sql?: readonly [query: string, result: string];
}

const issuedAt =
  "select to_char(issued_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as found from reporting.ticket where uuid = '153c31d7-bb86-59c7-bfb9-2a6b0015056e'";
const emailOfAda = `select email as found from reporting.account where uuid = '${ADA}'`;

const CASES: Case[] = [
  {
    sentence: 'Commas, semicolons and tabs are recognized by the header.',
    files: () => separatedBy(';'),
    counts: ALL_UNCHANGED,
  },
  {
    sentence: 'Columns may be in any order, their names in any case.',
    files: () => ({
      'companies.csv': example['companies.csv'].replace(/^.*/, header => header.toUpperCase()),
    }),
    counts: { read: 2, unchanged: 2 },
  },
  {
    sentence:
      'Spaces around a cell are trimmed; lines that are empty or contain only separators are skipped.',
    files: () =>
      changed(text => `,,,\r\n${text.replaceAll(/(?<=,)(?=[^",\r\n]+(,|\r?\n|$))/g, ' ')}\r\n\r\n`),
    counts: ALL_UNCHANGED,
  },
  {
    sentence: 'Booleans are `true`/`false`, `yes`/`no` or `1`/`0` in any case,',
    files: () => changed(text => text.replaceAll(/,true\b/g, ',YES').replaceAll(/,false\b/g, ',0')),
    counts: ALL_UNCHANGED,
  },
  {
    sentence: 'or the words of your language',
    files: () =>
      changed(text => text.replaceAll(/,true\b/g, ',ja').replaceAll(/,false\b/g, ',Nein')),
    counts: ALL_UNCHANGED,
  },
  {
    sentence: 'A date without a time is that day in any time zone.',
    files: () => ticketIssued('31. März 2026'),
    options: { timeZone: 'America/Edmonton' },
    counts: { updated: 1 },
    sql: [issuedAt, '2026-03-31 00:00'],
  },
  {
    sentence: 'with `--time-zone America/Edmonton`, those without one are in that zone.',
    files: () => ticketIssued('2026-03-31T08:30'),
    options: { timeZone: 'America/Edmonton' },
    counts: { updated: 1 },
    sql: [issuedAt, '2026-03-31 14:30'],
  },
  {
    sentence:
      'Other forms are rejected, because `02/03/2026` is a different day in different countries,',
    files: () => ticketIssued('02/03/2026'),
    text: /line 2, column issuedAt: "02\/03\/2026";.*--date-format DD\/MM\/YYYY or MM\/DD\/YYYY/,
  },
  {
    sentence:
      'unless `--date-format DD/MM/YYYY` (or `MM/DD/YYYY`, `DD.MM.YYYY`) says how dates are written in all files.',
    files: () => ticketIssued('02/03/2026'),
    options: { dateFormat: 'DD/MM/YYYY' },
    counts: { updated: 1 },
    sql: [issuedAt, '2026-03-02 00:00'],
  },
  {
    sentence: 'Save as CSV in UTF-8',
    files: () => ({
      'companies.csv': Buffer.from(`${example['companies.csv']}\r\nZo\xeb`, 'latin1'),
    }),
    text: /companies\.csv, line \d+: expected UTF-8; save it as "CSV UTF-8".*--encoding windows-1252/,
  },
  {
    sentence:
      'or name the encoding that Excel\'s "CSV" has on Windows: `--encoding windows-1252` in Western, `windows-1250` in Central Europe,',
    files: () => ({
      'companies.csv': Buffer.from(
        withCell(example['companies.csv'], 2, 'name', 'Zo\xeb'),
        'latin1',
      ),
    }),
    options: { encoding: 'windows-1252' },
    counts: { updated: 1 },
    sql: ["select name as found from reporting.company where handle = 'acme'", 'Zoë'],
  },
  {
    sentence: 'With `--text-ids` they can be any text, such as `4711`:',
    files: () => ({ 'companies.csv': 'id,handle,name\r\n4711,initech,Initech\r\n' }),
    options: { textIds: true },
    counts: { inserted: 1 },
  },
  {
    sentence: 'The folder then needs companies.csv,',
    files: () => ({ 'departments.csv': example['departments.csv'] }),
    options: { textIds: true },
    text: /companies\.csv: expected to be there/,
  },
  {
    sentence: 'or `--company` names the one organization of all rows:',
    files: () => ({
      'departments.csv': `id,companyId,name,code,isFacility\r\n4711,${ACME},Lab,,no\r\n`,
    }),
    options: { textIds: true, company: 'acme' },
    counts: { inserted: 1 },
  },
  {
    sentence: 'Files with other names are ignored and listed;',
    files: () => ({ ...example, 'Notes.csv': 'x' }),
    counts: { ...ALL_UNCHANGED, ignored: ['Notes.csv'] },
    text: /Ignored, not import files: Notes\.csv/,
  },
  { sentence: 'Unchanged rows are not written.', files: () => example, counts: ALL_UNCHANGED },
  {
    sentence:
      'An id stays in its organization: a row with an id of another organization is rejected.',
    files: () => ({
      'departments.csv': withCell(
        example['departments.csv'],
        2,
        'companyId',
        example['companies.csv'].split('\r\n')[2]!.split(',')[0]!,
      ),
    }),
    text: /expected an id that no other organization uses/,
  },
  {
    sentence: 'Every file is optional. Ids refer to rows of the folder or of the database.',
    files: () => ({ 'tickets.csv': example['tickets.csv'] }),
    counts: { read: 4, unchanged: 4 },
  },
  {
    sentence: '`--dry-run` checks everything and keeps only the record of the run.',
    files: () => ticketIssued('2026-03-31'),
    options: { dryRun: true },
    counts: { updated: 1 },
    text: /^Dry run, nothing kept: 4 rows read/,
    sql: [issuedAt, '2026-01-15 07:00'],
  },
  {
    sentence:
      '`--replace` also deletes rows that the files lack, in the organizations of `companies.csv` and the tables whose file is present.',
    files: () => ({ ...example, 'tickets.csv': withoutLine(example['tickets.csv'], 2) }),
    options: { replace: true },
    counts: { deleted: 1 },
    text: /tickets\.csv: 3 rows read, 1 deleted\./,
  },
  {
    sentence: 'Organizations, accounts, snapshots and statistics are never deleted.',
    files: () => ({
      'companies.csv': example['companies.csv'],
      'accounts.csv': withoutLine(example['accounts.csv'], 2),
      'compliance-snapshots.csv': withoutLine(example['compliance-snapshots.csv'], 2),
    }),
    options: { replace: true },
    counts: { deleted: 0 },
  },
  {
    sentence:
      'If a table whose file is missing refers to such a row, the import is refused and names it.',
    files: () => ({
      'companies.csv': example['companies.csv'],
      'departments.csv': withoutLine(example['departments.csv'], 3),
    }),
    options: { replace: true },
    text: /departments\.csv, column id: ".*"; expected to be there, or affiliations\.csv as well/,
  },
  {
    sentence: 'except for capitals outside ASCII (É), which are stored in lower case;',
    files: () => account(2, 'email', 'É@example.com'),
    options: { updateAccounts: true },
    counts: { updated: 1 },
    sql: [emailOfAda, 'é@example.com'],
  },
  {
    sentence:
      'one with a letter that only looks like a plain i or k (İ, or the kelvin sign) is rejected.',
    files: () => account(2, 'email', '\u212a@example.com'),
    options: { updateAccounts: true },
    text: /expected an e-mail without letters that only look like/,
  },
  {
    sentence:
      'E-mail and rights of an existing account are kept unless `--update-accounts` is given; the output says how many accounts kept theirs.',
    files: () => account(2, 'email', 'new@example.com'),
    counts: { updated: 0, keptAccounts: 1 },
    text: /1 account keeps its e-mail and rights/,
    sql: [emailOfAda, 'ada@example.com'],
  },
  {
    sentence:
      'A row that makes an account an operator is rejected unless `--allow-operators` is given.',
    files: () => account(2, 'isOperator', 'true'),
    options: { updateAccounts: true },
    text: /expected false, since --allow-operators was not given/,
  },
  {
    sentence: '`--company acme` (repeatable) rejects rows of any other organization,',
    files: () => example,
    options: { company: 'acme' },
    text: /expected a row of acme, to which the import is kept/,
  },
  {
    sentence:
      'Monthly statistics from before the installation are imported from `monthly-statistics.csv`:',
    files: () => ({ 'monthly-statistics.csv': MONTHLY_STATISTICS }),
    counts: { inserted: 3, keptStatistics: 0 },
  },
  {
    sentence: 'All errors are reported with their location,',
    files: () => ({
      'tickets.csv': withCell(
        withCell(example['tickets.csv'], 3, 'status', 'Lost'),
        4,
        'issuedAt',
        '15/01/2026',
      ),
    }),
    text: /Nothing was imported: 2 faults\.\n {2}tickets\.csv, line 3, column status: "Lost"; expected one of/,
  },
];

const text = readFileSync(DOCUMENT, 'utf8').replaceAll(/\s+/g, ' ');

const COUNTS = ['read', 'inserted', 'updated', 'unchanged', 'deleted'] as const;
const METHODS = [
  ['the command', byCommand, (text: RegExp) => text, null],
  // A successful import over HTTP returns only these counts, without messages.
  ['HTTP, like the console', byHttp, overHttp, COUNTS],
] as const;

test('the rows in "From the lists of other systems" are those of the example', async () => {
  const lists = exampleFolder(path.join(EXAMPLE, '../import-lists'));
  const section = /## From the lists of other systems.*?## /s.exec(readFileSync(DOCUMENT, 'utf8'))!;
  const rows = [...section[0].matchAll(/^\| (\S+\.csv) \| `(.*?)` \|/gm)];
  expect(rows.map(([, file]) => file).toSorted()).toEqual(Object.keys(lists).toSorted());
  for (const [, file, row] of rows) expect(lists[file as FileName].split('\r\n')).toContain(row);

  const imports = await startTestImports();
  const options = { textIds: true, dateFormat: 'DD.MM.YYYY' } as const;
  expect(await imports.load(lists, options)).toMatchObject({ inserted: 20 });
  const { 'tickets.csv': weekly } = lists;
  const bound = { ...options, companies: ['musterwerk'] };
  expect(await imports.load({ 'tickets.csv': weekly }, bound)).toMatchObject({ unchanged: 3 });
  expect(
    await imports.rows(
      `select account.name, to_char(expires_at at time zone 'UTC', 'YYYY-MM-DD') as expires
      from reporting.ticket join reporting.member on member.id = member_id
      join reporting.account on account.id = account_id
      where expires_at is not null order by name`,
    ),
  ).toEqual([
    { name: 'Jörg Müller', expires: '2028-01-01' },
    { name: 'Petra Weiß', expires: '2028-01-01' },
  ]);
  await imports.close();
});

describe.each(METHODS)('by %s', (_, start, adapt, counted) => {
  let imports: TestImports;
  let method: ImportMethod;
  beforeAll(async () => {
    imports = await startTestImports();
    method = await start(imports.url);
  });
  /** The tables that may differ from the example. */
  let stale = Object.keys(example);
  beforeEach(async () => {
    const isStale = ([name]: [string, string]) => name === 'companies.csv' || stale.includes(name);
    const folder = Object.fromEntries(Object.entries(example).filter(isStale));
    const options = { replace: true, allowRemovals: true, updateAccounts: true };
    if (stale.length > 0) await imports.load(folder, options);
    stale = Object.keys(example);
  });
  afterAll(async () => {
    await method.close();
    await imports.close();
  });

  // Both methods read files with the same code, so over HTTP only each option and messages that name one are tested.
  const optionsOf = ({ options = {} }: Case) => Object.keys(options).sort().join();
  const namesOption = ({ text: pattern }: Case) => pattern?.source.includes('--') === true;
  const cases = CASES.filter(
    (each, index) =>
      counted === null ||
      namesOption(each) ||
      CASES.findIndex(other => optionsOf(other) === optionsOf(each)) === index,
  );
  test.each(cases.map(each => [each.sentence, each] as const))(
    '%s',
    async (sentence, documented) => {
      expect(text.includes(sentence)).toBe(true);
      const { files, options = {}, text: pattern } = documented;
      const before = documented.counts ? null : await imports.digest();
      const given = files();
      const wanted = { counts: documented.counts !== undefined, text: pattern !== undefined };
      const { counts, text: found } = await method.run(given, options, wanted);
      const expected = Object.entries(documented.counts ?? {}).filter(
        ([name]) => counted === null || (counted as readonly string[]).includes(name),
      );
      if (documented.counts) expect(counts).toMatchObject(Object.fromEntries(expected));
      else {
        expect(counts).toBeNull();
        expect(await imports.digest()).toBe(before);
      }
      const changes = [counts?.inserted, counts?.updated, counts?.deleted];
      stale = counts === null || changes.every(count => count === 0) ? [] : Object.keys(given);
      if (pattern && (counted === null || !documented.counts))
        expect(found).toMatch(adapt(pattern));
      if (!documented.sql) return;
      const [query, result] = documented.sql;
      expect(await imports.rows(query)).toEqual([{ found: result }]);
    },
  );
});
