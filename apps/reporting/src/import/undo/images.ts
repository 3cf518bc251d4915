import { joinsOfStored, type Reference, references, storedName } from '../../records/files';
import { type ImportFile, snakeCase } from '../../records/import-file';

/** What follows from other columns, and is not stored. */
const DERIVED: ReadonlySet<string> = new Set(['completed', 'progress', 'score']);

/** The columns of a file that its table has. */
export function storedColumns({ columns }: ImportFile): string[] {
  return Object.keys(columns).filter(name => !DERIVED.has(name));
}

/**
 * A select of the rows of a table by the columns of the file's staging table: the key as `k1`, `k2`, …, and what an
 * image has of each. `where` may name the table as `present`.
 */
export function selectImages(file: ImportFile, where = 'true'): string {
  const { key, table } = file;
  const values = storedColumns(file).map(name => `${valueOf(file, name)} as ${snakeCase(name)}`);
  const besides = besidesOf(file).map(name => `present.${name}`);
  return `select
    ${key.map((name, index) => `${valueOf(file, name)} as k${index + 1}`).join(', ')},
    ${[...values, ...besides].join(', ')}
  from reporting.${table} as present
  ${joinsOfStored(file, references(file).filter(isByKey)).join('\n  ')}
  where ${where}`;
}

/** The row of an image; null without one. Built after joins: of a whole table it would cost more than all else. */
export function imageRow(file: ImportFile): string {
  const values = imageColumns(file).map(name => `'${name}', image.${name}`);
  return `case when image.k1 is not null then jsonb_build_object(${values.join(', ')}) end`;
}

/** How many columns of an image have a value. */
export function countValues(file: ImportFile): string {
  return `num_nonnulls(${imageColumns(file)
    .map(name => `image.${name}`)
    .join(', ')})`;
}

function imageColumns(file: ImportFile): string[] {
  return [...storedColumns(file).map(snakeCase), ...besidesOf(file)];
}

const besidesOf = ({ special }: ImportFile) => Object.keys(special.besides ?? {});

/** Whether an image is of the row of a staging table. */
export function isStagedRow({ key }: ImportFile): string {
  return key.map((name, index) => `image.k${index + 1} = staged.${snakeCase(name)}`).join(' and ');
}

/** Whether an image is of the row that a key as text names. */
export function isKeyedRow({ key, columns }: ImportFile, keyed: string): string {
  return key
    .map(
      (name, index) =>
        `image.k${index + 1} = ${keyed}.key[${index + 1}]::${columns[name]!.type.sql}`,
    )
    .join(' and ');
}

/** The key of the row of a staging table as text. */
export function stagedKey({ key }: ImportFile): string {
  return `array[${key.map(name => `staged.${snakeCase(name)}::text`).join(', ')}]`;
}

/** The key of an image as text. */
export function imageKey({ key }: ImportFile): string {
  return `array[${key.map((_, index) => `image.k${index + 1}::text`).join(', ')}]`;
}

function valueOf(file: ImportFile, name: string): string {
  if (name === 'companyId') return 'company.uuid';
  const reference = references(file).find(each => each.name === name);
  return reference && isByKey(reference)
    ? `${reference.alias}.uuid`
    : `present.${storedName(name, file.columns[name]!)}`;
}

/** What a table refers to by id may be gone. */
const isByKey = ({ key }: Reference) => key === 'id';
