import path from 'node:path';
import { parseStatement, readBlocks, type Statement } from '@platform/db';
import { type Reference, references, stem, storedKey, storedName } from '../records/files';
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

/** Whether `present` has other values than a staged row, by column the values of that if not as they are stored. */
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
export function block(parts: readonly string[]): string {
  return `do $$\nbegin\n${parts.map(part => `  ${part};`).join('\n')}\nend\n$$`;
}
