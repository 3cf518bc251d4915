import { readdirSync } from 'node:fs';
import path from 'node:path';
import {
  type Parameters,
  parseStatement,
  query,
  readBlocks,
  type Statement,
  type Transaction,
} from '@platform/db';
import { importFiles, type Reference, references, storedKey, storedName } from '../records/files';
import { type ImportFile, snakeCase, stem } from '../records/import-file';

const RULES = path.join(__dirname, 'rules');

/** SQL blocks by file name; the name of each begins with its kind. */
const rules = new Map(readdirSync(RULES).map(name => [name, readBlocks(RULES, name)]));

/** The names and the SQL of a file's own rules of a kind. */
export function rulesOf(
  file: ImportFile,
  kind: 'faults' | 'rights' | 'before' | 'apply' | 'after',
): [name: string, text: string][] {
  const ofFile = rules.get(`${stem(file.name)}.sql`) ?? [];
  return [...ofFile].filter(([name]) => name.startsWith(kind));
}

/** The temporary table that a file is copied to, with its line numbers and its columns in snake_case. */
export const stagingTable = ({ table }: ImportFile) => `staged_${table}`;

/**
 * Whether rows that are already stored are skipped. That requires that no other file references the rows, and that the
 * file's own rules concern single rows only.
 */
export const isCompared = (file: ImportFile) =>
  !('companyId' in file.columns) &&
  rulesOf(file, 'apply').length + rulesOf(file, 'before').length === 0;

/** The temporary table or view of the rows to check and apply, with the columns of the staging table. */
export const changedTable = (file: ImportFile) =>
  isCompared(file) ? `changed_${file.table}` : stagingTable(file);

/** The columns of the table, each with its value for the row `staged`. */
export function storedValues(file: ImportFile): Map<string, string> {
  const refs = references(file);
  const values = new Map<string, string>();
  for (const [name, column] of Object.entries(file.columns)) {
    const ref = refs.find(each => each.name === name);
    const cell = `staged.${snakeCase(name)}`;
    const given = column.fallback ? `coalesce(${cell}, ${column.fallback})` : cell;
    const value = ref ? `${ref.alias}.${ref.key}` : given;
    if (name === 'companyId') values.set('company_id', 'company.id');
    else values.set(storedName(name, column), value);
  }
  const [owner] = refs;
  if (owner && !values.has('company_id')) values.set('company_id', `${owner.alias}.company_id`);
  return values;
}

/** Whether `present` is the stored row of the row `staged`. */
export function isPresent(file: ImportFile): string {
  const values = storedValues(file);
  return storedKey(file)
    .map(key => `present.${key} = ${values.get(key)!}`)
    .join(' and ');
}

/** Joins the row `staged` with the rows that its key references. */
export function joinsOfKey(file: ImportFile): string[] {
  return joins(
    file,
    references(file).filter(({ name }) => file.key.includes(name)),
  );
}

/** Whether `present` differs from the given values outside of its key. */
export function isDifferent(file: ImportFile, given: ReadonlyMap<string, string>): string {
  const keys = storedKey(file);
  const others = [...given].filter(([name]) => !keys.includes(name));
  return `(${others.map(([name]) => `present.${name}`).join(', ')})
    is distinct from (${others.map(([, value]) => value).join(', ')})`;
}

export function selectIncoming(file: ImportFile): string {
  return `select
    ${[...storedValues(file)].map(([name, value]) => `${value} as ${name}`).join(',\n    ')}
  from ${changedTable(file)} as staged
  ${joins(file, references(file)).join('\n  ')}
  where staged.line between $from::integer and $to::integer`;
}

export function joins(file: ImportFile, refs: readonly Reference[]): string[] {
  return [
    ...('companyId' in file.columns
      ? ['join reporting.company on company.uuid = staged.company_id']
      : []),
    ...refs.map(
      ({ alias, to, staged, isOptional }) =>
        `${isOptional ? 'left join' : 'join'} reporting.${to.table} as ${alias} on ${alias}.uuid = staged.${staged}`,
    ),
  ];
}

export function generate<Row = object>(
  file: ImportFile,
  what: string,
  text: string,
): Statement<Row> {
  return parseStatement<Row>(`${stem(file.name)}.${what}.sql`, text);
}

function block(parts: readonly string[]): string {
  return `do $$\nbegin\n${parts.map(part => `  ${part};`).join('\n')}\nend\n$$`;
}

/**
 * The existing accounts of accounts.csv, and whether their rows differ in what every import changes (`is_renamed`), and
 * in what only --update-accounts changes (`is_regranted`). The view is dropped with the staging table.
 */
const CREATE_ACCOUNT_CHANGE = `create temp view account_change as
  select
    staged.line,
    staged.id,
    account.id as account_id,
    account.name <> staged.name or (account.email is null and staged.email is not null) as is_renamed,
    (account.email, account.is_operator, account.api_access, account.report_access)
      is distinct from (staged.email, staged.is_operator, staged.api_access, staged.report_access) as is_regranted,
    account.is_operator and not staged.is_operator as is_demoted
  from staged_account as staged
  join reporting.account on account.uuid = staged.id`;

/** The members of organizations that --company does not name. */
const CREATE_OUTSIDE_MEMBER = `create temp view outside_member as
  select member.account_id
  from reporting.member
  join reporting.company on company.id = member.company_id
  where company.uuid not in (select id from allowed_company)`;

/**
 * Creates the staging tables, and tables for rows that --replace or an undo will delete (`leaving`), for the members
 * whose rows of a file a list replaces (`replaced`), and for the organizations that --company names
 * (`allowed_company`).
 */
export const createStaging = parseStatement<object>(
  'create-staging.sql',
  block([
    ...importFiles.map(createTable),
    CREATE_ACCOUNT_CHANGE,
    'create temp table leaving (file text, id uuid) on commit drop',
    'create temp table replaced (file text, member_id uuid) on commit drop',
    'create temp table allowed_company (id uuid) on commit drop',
    CREATE_OUTSIDE_MEMBER,
  ]),
);

/** Indexes the lines of files, and updates the statistics of all staging tables, because empty ones are read, too. */
export function analyzeStaging(files: readonly ImportFile[]): Statement<object> {
  const statements = [
    ...files.map(file => `create index on ${stagingTable(file)} using brin (line)`),
    ...importFiles.map(file => `analyze ${stagingTable(file)}`),
  ];
  return parseStatement('analyze-staging.sql', block(statements));
}

/**
 * Creates a table `known_…` for each referenced file, of the rows that will exist after the import. Views would have no
 * statistics, and the planner would sort the rows of the files.
 */
export function createKnown(files: readonly ImportFile[]): Statement<object> {
  const referred = importFiles.filter(({ name }) =>
    files.some(file =>
      Object.values(file.columns).some(
        ({ of, listOf }) => (of ?? listOf) === name && name !== file.name,
      ),
    ),
  );
  const statements = referred.flatMap(file => [
    createKnownTable(file),
    `analyze known_${file.table}`,
  ]);
  return parseStatement('create-known.sql', block(statements));
}

/** Updates the statistics of the tables of files before reports run. */
export function analyze(files: readonly ImportFile[]): Statement<object> {
  const tables = files.flatMap(({ name, table }) =>
    // Triggers on the standings maintain the bitmaps.
    name === 'competency-standings.csv' ? [table, 'standing_bitmap'] : [table],
  );
  return parseStatement('analyze.sql', block(tables.map(table => `analyze reporting.${table}`)));
}

/** An invalid value is staged as null: the import will be refused, but references to the row are valid. */
function createTable(file: ImportFile): string {
  const columns = Object.entries(file.columns).map(
    ([name, { type }]) => `${snakeCase(name)} ${type.sql}`,
  );
  return `create temp table ${stagingTable(file)} (line integer, ${columns.join(', ')}) on commit drop`;
}

/** The staged rows, and the stored rows that remain. */
function createKnownTable(file: ImportFile): string {
  const { table, columns } = file;
  if (!('companyId' in columns))
    return `create temp table known_${table} on commit drop as
  select id from ${stagingTable(file)}
  union
  select uuid from reporting.${table}`;
  return `create temp table known_${table} on commit drop as
  select id, company_id from ${stagingTable(file)}
  union all
  select present.uuid, company.uuid
  from reporting.${table} as present
  join reporting.company on company.id = present.company_id
  where not exists (select from ${stagingTable(file)} as staged where staged.id = present.uuid)
    and not exists (select from leaving where file = '${file.name}' and id = present.uuid)`;
}

/** Runs a statement with those of the given parameters that it takes. */
export function queryWith<Row>(
  tx: Transaction,
  statement: Statement<Row>,
  given: Readonly<object>,
): Promise<Row[]> {
  return query(tx, statement, takenBy(statement, given));
}

/** Those of the given parameters that a statement takes. */
export function takenBy({ parameters }: Statement<unknown>, given: Readonly<object>): Parameters {
  return Object.fromEntries(Object.entries(given).filter(([name]) => parameters.includes(name)));
}
