import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseStatement, readStatement, type Statement } from '@platform/db';
import { type Column, type FileName, type ImportFile, importFiles, snakeCase } from './files';

/** A bad value as SQL finds it. */
export interface RowFault {
  readonly line: number;
  readonly column: string;
  readonly value: string;
  readonly expected: string;
}

/** What a statement did to a table. */
export interface Change {
  readonly inserted: number;
  readonly updated: number;
}

/** What a row of a file that --replace would delete is still referred to by. */
export interface StillUsed {
  readonly file: string;
  readonly value: string;
  readonly used_by: string;
}

/** The statements of one file; generated from its declaration, but for its special rules. */
export interface FileStatements {
  /** Finds what a row alone does not tell: unknown ids, other organizations, duplicates. */
  readonly faults: Statement<RowFault>;
  /** A special rule that runs once before the rows are applied; null where there is none. */
  readonly before: Statement<Change> | null;
  /** Whether the table has any row of the file. */
  readonly hasRows: Statement<{ has_rows: boolean }>;
  /** Makes the table hold the rows of the file whose lines are from `$from` to `$to`. */
  readonly apply: Statement<Change>;
  /** The same where the table has none of them, without looking for each. */
  readonly insert: Statement<Change>;
  /** Deletes what the file lacks; null where nothing is ever deleted. */
  readonly remove: Statement<{ deleted: number }> | null;
}

const SQL = path.join(__dirname, 'sql');

/** The temporary table that a file is copied to: `line`, and its columns in snake_case. */
export const stagingTable = ({ table }: ImportFile) => `staged_${table}`;

/** Whether --replace can delete rows of the file that other tables refer to. */
export const isReferredTo = ({ columns, isKept }: ImportFile) => 'companyId' in columns && !isKept;

/** Every staging table, what --replace will delete (`leaving`), and what a row may refer to (`known_…`). */
export const createStaging = parseStatement<object>(
  'create-staging.sql',
  block([
    ...importFiles.map(createTable),
    'create temp table leaving (file text, id uuid) on commit drop',
    ...importFiles.filter(({ key }) => key[0] === 'id').map(createKnownView),
  ]),
);

/** Lets the planner know what was copied, and finds the rows of some lines. */
export const analyzeStaging = parseStatement<object>(
  'analyze-staging.sql',
  block(
    importFiles.flatMap(file => [
      `create index on ${stagingTable(file)} using brin (line)`,
      `analyze ${stagingTable(file)}`,
    ]),
  ),
);

/** Lets the planner know what was imported, before anybody asks for a report. */
export const analyze = parseStatement<object>(
  'analyze.sql',
  block(
    // The bitmaps are kept by triggers on the standings.
    [...importFiles.map(({ table }) => table), 'standing_bitmap'].map(
      table => `analyze reporting.${table}`,
    ),
  ),
);

/** Notes what --replace will delete of what others refer to. */
export const findLeaving = parseStatement<object>(
  'find-leaving.sql',
  `insert into leaving (file, id)
${importFiles.filter(isReferredTo).map(selectLeaving).join('\nunion all\n')}`,
);

/** A row: something that --replace would delete, and that a table still refers to whose file is not there. */
export const findStillUsed = parseStatement<StillUsed>(
  'find-still-used.sql',
  `${importFiles.filter(isReferredTo).flatMap(selectStillUsed).join('\nunion all\n')}
order by file, value, used_by
limit $limit::integer`,
);

const statements = new Map<FileName, FileStatements>(
  importFiles.map(file => [
    file.name,
    {
      faults: generate<RowFault>(file, 'faults', faultsText(file)),
      before: file.special.before ? readStatement<Change>(SQL, file.special.before) : null,
      hasRows: generate<{ has_rows: boolean }>(file, 'has-rows', hasRowsText(file)),
      ...applyStatements(file),
      remove: file.isKept ? null : generate<{ deleted: number }>(file, 'remove', removeText(file)),
    },
  ]),
);

export function statementsOf({ name }: ImportFile): FileStatements {
  return statements.get(name)!;
}

/** Of what statements may be given, what one of them takes. */
export function pick(
  given: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given).filter(([name]) => names.includes(name)));
}

function generate<Row>(file: ImportFile, what: string, text: string): Statement<Row> {
  return parseStatement<Row>(`${stem(file)}.${what}.sql`, text);
}

function stem({ name }: ImportFile): string {
  return path.basename(name, '.csv');
}

/** Several statements as one. */
function block(parts: readonly string[]): string {
  return `do $$\nbegin\n${parts.map(part => `  ${part};`).join('\n')}\nend\n$$`;
}

/** A column whose ids name rows of another table. */
interface Reference {
  readonly name: string;
  readonly staged: string;
  readonly alias: string;
  readonly to: ImportFile;
  readonly stored: string;
  readonly key: 'id' | 'uuid';
  readonly isOptional: boolean;
}

function references({ name: file, columns }: ImportFile): Reference[] {
  return Object.entries(columns)
    .filter(([name, { of }]) => of !== null && of !== file && name !== 'companyId')
    .map(([name, { of, stored, type }]) => ({
      name,
      staged: snakeCase(name),
      alias: snakeCase(name).replace(/_id$/, ''),
      to: importFiles.find(other => other.name === of)!,
      stored: stored ?? snakeCase(name),
      key: stored === null ? 'id' : 'uuid',
      isOptional: type.isOptional,
    }));
}

function storedName(name: string, { stored }: Column): string {
  return stored ?? snakeCase(name);
}

/** A value that was bad is null: the import will be refused for it, but the row is known. */
function createTable(file: ImportFile): string {
  const columns = Object.entries(file.columns).map(
    ([name, { type }]) => `${snakeCase(name)} ${type.sql}`,
  );
  return `create temp table ${stagingTable(file)} (line integer, ${columns.join(', ')}) on commit drop`;
}

/** The folder's rows, and those of the database that stay. */
function createKnownView(file: ImportFile): string {
  const { table, columns } = file;
  if (!('companyId' in columns))
    return `create temp view known_${table} as
  select id from ${stagingTable(file)}
  union
  select uuid from reporting.${table}`;
  return `create temp view known_${table} as
  select id, company_id from ${stagingTable(file)}
  union all
  select present.uuid, company.uuid
  from reporting.${table} as present
  join reporting.company on company.id = present.company_id
  where not exists (select from ${stagingTable(file)} as staged where staged.id = present.uuid)
    and not exists (select from leaving where leaving.id = present.uuid)`;
}

function selectLeaving(file: ImportFile): string {
  return `select '${file.name}', present.uuid
from reporting.${file.table} as present
join reporting.company on company.id = present.company_id
join staged_company on staged_company.id = company.uuid
where '${file.name}' = any ($files::text[])
  and not exists (select from ${stagingTable(file)} as staged where staged.id = present.uuid)`;
}

function selectStillUsed(file: ImportFile): string[] {
  return importFiles
    .filter(({ isKept }) => !isKept)
    .flatMap(user =>
      references(user)
        .filter(({ to }) => to === file)
        .map(
          ({ stored }) => `select leaving.file, leaving.id::text as value, '${user.name}' as used_by
from leaving
join reporting.${file.table} as gone on gone.uuid = leaving.id
where leaving.file = '${file.name}'
  and '${user.name}' <> all ($files::text[])
  and exists (select from reporting.${user.table} as present where present.${stored} = gone.id)`,
        ),
    );
}

function faultsText(file: ImportFile): string {
  const special = file.special.faults
    ? [`(\n${readFileSync(path.join(SQL, `${stem(file)}.faults.sql`), 'utf8').trimEnd()}\n)`]
    : [];
  return `${[
    selectTwice(file),
    ...('companyId' in file.columns
      ? [selectOfAnotherOrganization(file), selectUnknownCompany(file)]
      : []),
    ...references(file).map(reference => selectUnknown(file, reference)),
    ...selectMixedOrganizations(file),
    ...special,
  ].join('\nunion all\n')}
order by line, "column"
limit $limit::integer`;
}

/** Rows whose key an earlier row has. */
function selectTwice(file: ImportFile): string {
  const names = file.key;
  const keys = names.map(snakeCase);
  const what =
    names.length === 1
      ? `an ${names[0]} that is in the file once`
      : `${names.slice(0, -1).join(', ')} and ${names.at(-1)} together once`;
  return `select again.line, '${names.at(-1)}' as "column", again.${keys.at(-1)}::text as value,
  '${what}; line ' || again.first_line || ' has it too' as expected
from (
  select *, min(line) over (partition by ${keys.join(', ')}) as first_line
  from ${stagingTable(file)}
  where ${keys.map(key => `${key} is not null`).join(' and ')}
) as again
where again.line > again.first_line`;
}

/** An id stays in its organization. */
function selectOfAnotherOrganization(file: ImportFile): string {
  return `select staged.line, 'id', staged.id::text, 'an id that no other organization uses'
from ${stagingTable(file)} as staged
join reporting.${file.table} as present on present.uuid = staged.id
join reporting.company on company.id = present.company_id
where company.uuid <> staged.company_id`;
}

function selectUnknownCompany(file: ImportFile): string {
  return selectUnknown(file, { name: 'companyId', staged: 'company_id', to: importFiles[0]! });
}

function selectUnknown(
  file: ImportFile,
  { name, staged, to }: Pick<Reference, 'name' | 'staged' | 'to'>,
): string {
  return `select staged.line, '${name}', staged.${staged}::text, 'the id of ${to.row}, in ${to.name} or in the database'
from ${stagingTable(file)} as staged
where staged.${staged} is not null
  and not exists (select from known_${to.table} as known where known.id = staged.${staged})`;
}

/** What a row refers to is of one organization: that of the first of them. So is a row that was there. */
function selectMixedOrganizations(file: ImportFile): string[] {
  if ('companyId' in file.columns) return [];
  const [owner, ...others] = references(file);
  if (!owner) return [];
  const joinOwner = `join known_${owner.to.table} as owner on owner.id = staged.${owner.staged}`;
  const mixed = others.map(
    ({
      name,
      staged,
      to,
    }) => `select staged.line, '${name}', staged.${staged}::text, '${to.row} of the same organization'
from ${stagingTable(file)} as staged
${joinOwner}
join known_${to.table} as known on known.id = staged.${staged}
where known.company_id <> owner.company_id`,
  );
  if (file.key[0] !== 'id') return mixed;
  const moved = `select staged.line, 'id', staged.id::text, 'an id that no other organization uses'
from ${stagingTable(file)} as staged
${joinOwner}
join reporting.${file.table} as present on present.uuid = staged.id
join reporting.company on company.id = present.company_id
where company.uuid <> owner.company_id`;
  return [...mixed, moved];
}

function applyStatements(file: ImportFile): Pick<FileStatements, 'apply' | 'insert'> {
  if (!file.special.apply)
    return {
      apply: generate<Change>(file, 'apply', applyText(file)),
      insert: generate<Change>(file, 'insert', insertText(file)),
    };
  const apply = readStatement<Change>(SQL, `${stem(file)}.apply.sql`);
  return { apply, insert: apply };
}

/** The columns of the table, and what a staged row gives them. */
function storedValues(file: ImportFile): Map<string, string> {
  const refs = references(file);
  const values = new Map<string, string>();
  for (const [name, column] of Object.entries(file.columns)) {
    const ref = refs.find(each => each.name === name);
    const value = ref ? `${ref.alias}.${ref.key}` : `staged.${snakeCase(name)}`;
    if (name === 'companyId') values.set('company_id', 'company.id');
    else values.set(storedName(name, column), value);
  }
  const [owner] = refs;
  if (owner && !values.has('company_id')) values.set('company_id', `${owner.alias}.company_id`);
  return values;
}

function storedKey({ key, columns }: ImportFile): string[] {
  return key.map(name => storedName(name, columns[name]!));
}

function selectIncoming(file: ImportFile): string {
  return `select
    ${[...storedValues(file)].map(([name, value]) => `${value} as ${name}`).join(',\n    ')}
  from ${stagingTable(file)} as staged
  ${joins(file, references(file)).join('\n  ')}
  where staged.line between $from::integer and $to::integer`;
}

function hasRowsText(file: ImportFile): string {
  const values = storedValues(file);
  const same = storedKey(file).map(key => `present.${key} = ${values.get(key)!}`);
  const refs = references(file).filter(({ name }) => file.key.includes(name));
  return `select exists (
  select
  from ${stagingTable(file)} as staged
  ${refs.map(({ alias, to, staged }) => `join reporting.${to.table} as ${alias} on ${alias}.uuid = staged.${staged}`).join('\n  ')}
  join reporting.${file.table} as present on ${same.join(' and ')}
) as has_rows`;
}

function insertText(file: ImportFile): string {
  return `with incoming as (
  ${selectIncoming(file)}
),
inserted as (
  insert into reporting.${file.table} (${[...storedValues(file).keys()].join(', ')})
  select *
  from incoming
  returning 1
)
select (select count(*) from inserted) as inserted, 0 as updated`;
}

/** Rows that are as they were are not touched. */
function applyText(file: ImportFile): string {
  const values = storedValues(file);
  const keys = storedKey(file);
  const changing = [...values.keys()].filter(name => name !== 'company_id' && !keys.includes(name));
  const all = [...values.keys()].join(', ');
  const isPresent = keys.map(key => `present.${key} = incoming.${key}`).join('\n    and ');
  const assignments = [
    ...changing.map(name => `${name} = incoming.${name}`),
    ...(file.special.touches ? ['updated_at = now()'] : []),
  ];
  const updated = `updated as (
  update reporting.${file.table} as present
  set
    ${assignments.join(',\n    ')}
  from incoming
  where ${isPresent}
    and (${changing.map(name => `present.${name}`).join(', ')})
      is distinct from (${changing.map(name => `incoming.${name}`).join(', ')})
  returning 1
),
`;
  return `with incoming as (
  ${selectIncoming(file)}
),
${changing.length === 0 ? '' : updated}inserted as (
  insert into reporting.${file.table} (${all})
  select ${all}
  from incoming
  where not exists (select from reporting.${file.table} as present where ${isPresent})
  returning 1
)
select
  (select count(*) from inserted) as inserted,
  ${changing.length === 0 ? '0' : '(select count(*) from updated)'} as updated`;
}

function joins(file: ImportFile, refs: readonly Reference[]): string[] {
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

function removeText(file: ImportFile): string {
  if (isReferredTo(file))
    return `with deleted as (
  delete from reporting.${file.table} as present
  using leaving
  where leaving.file = '${file.name}'
    and leaving.id = present.uuid
  returning 1
)
select count(*) as deleted
from deleted`;
  const refs = references(file).filter(({ name }) => file.key.includes(name));
  const same =
    file.key[0] === 'id'
      ? ['staged.id = present.uuid']
      : refs.map(({ alias, stored }) => `${alias}.id = present.${stored}`);
  return `with deleted as (
  delete from reporting.${file.table} as present
  using reporting.company
  join staged_company on staged_company.id = company.uuid
  where company.id = present.company_id
    and not exists (
      select
      from ${stagingTable(file)} as staged
      ${joins(file, refs).join('\n      ')}
      where ${same.join('\n        and ')}
    )
  returning 1
)
select count(*) as deleted
from deleted`;
}
