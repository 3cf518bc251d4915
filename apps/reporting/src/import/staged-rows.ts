import path from 'node:path';
import { parseStatement, readBlocks, type Statement } from '@platform/db';
import {
  importFiles,
  type Reference,
  references,
  stem,
  storedKey,
  storedName,
} from '../records/files';
import { type ImportFile, snakeCase } from '../records/import-file';

/** The blocks of SQL of a file whose rows follow rules of their own. */
export function rulesOf(file: ImportFile): ReadonlyMap<string, string> {
  return readBlocks(path.join(__dirname, 'rules'), `${stem(file)}.sql`);
}

/** The temporary table that a file is copied to: `line`, and its columns in snake_case. */
export const stagingTable = ({ table }: ImportFile) => `staged_${table}`;

/**
 * Whether rows that are stored as the file has them are left out; of files that no other one refers to, without rules of
 * their own but for single rows.
 */
export const isCompared = ({ columns, special: { apply, before } }: ImportFile) =>
  !('companyId' in columns) && !apply && !before;

/** The temporary table or view of the rows to be checked and applied, with the columns of the staging table. */
export const changedTable = (file: ImportFile) =>
  isCompared(file) ? `changed_${file.table}` : stagingTable(file);

/** The columns of the table, and what a staged row gives them. */
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

/** Whether `present` is the row of the table that a staged row is of. */
export function isPresent(file: ImportFile): string {
  const values = storedValues(file);
  return storedKey(file)
    .map(key => `present.${key} = ${values.get(key)!}`)
    .join(' and ');
}

/** Joins a staged row with what its key refers to. */
export function joinsOfKey(file: ImportFile): string[] {
  return joins(
    file,
    references(file).filter(({ name }) => file.key.includes(name)),
  );
}

/** Whether `present` has other values than the given ones by its columns, without those of its key. */
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
  return parseStatement<Row>(`${stem(file)}.${what}.sql`, text);
}

/** Several statements as one. */
function block(parts: readonly string[]): string {
  return `do $$\nbegin\n${parts.map(part => `  ${part};`).join('\n')}\nend\n$$`;
}

/**
 * Every staging table, what --replace or an undo will delete (`leaving`), the members whose rows of a file are those of a
 * list alone (`replaced`), and the organizations that --company names (`allowed_company`).
 */
export const createStaging = parseStatement<object>(
  'create-staging.sql',
  block([
    ...importFiles.map(createTable),
    'create temp table leaving (file text, id uuid) on commit drop',
    'create temp table replaced (file text, member_id uuid) on commit drop',
    'create temp table allowed_company (id uuid) on commit drop',
  ]),
);

/** Updates statistics, and indexes the lines. */
export const analyzeStaging = parseStatement<object>(
  'analyze-staging.sql',
  block(
    importFiles.flatMap(file => [
      `create index on ${stagingTable(file)} using brin (line)`,
      `analyze ${stagingTable(file)}`,
    ]),
  ),
);

/**
 * What the rows of files may refer to: a table `known_…` for each file that they name, made when all are staged. As views
 * they had no statistics, and the planner sorted the rows of the files for them.
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
    // The bitmaps are kept by triggers on the standings.
    name === 'competency-standings.csv' ? [table, 'standing_bitmap'] : [table],
  );
  return parseStatement('analyze.sql', block(tables.map(table => `analyze reporting.${table}`)));
}

/** A value that was bad is null: the import will be refused for it, but the row is known. */
function createTable(file: ImportFile): string {
  const columns = Object.entries(file.columns).map(
    ([name, { type }]) => `${snakeCase(name)} ${type.sql}`,
  );
  return `create temp table ${stagingTable(file)} (line integer, ${columns.join(', ')}) on commit drop`;
}

/** The folder's rows, and those of the database that stay. */
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
