import { joinsOfStored, references, storedValue } from '../../records/files';
import { type ImportFile, snakeCase } from '../../records/import-file';

/**
 * Selects the rows of a table as images: the key as `k1`, `k2`, …, the columns of the staging table, and those that
 * only an undo restores. `where` may refer to the table as `present`.
 */
export function selectImages(file: ImportFile, where = 'true'): string {
  const { key, table } = file;
  const values = storedColumns(file).map(
    name => `${storedValue(file, name)} as ${snakeCase(name)}`,
  );
  const otherColumns = otherColumnsOf(file).map(name => `present.${name}`);
  // References by UUID have no foreign key: the row may be gone.
  const keyed = references(file).filter(each => each.key === 'id');
  return `select
    ${key.map((name, index) => `${storedValue(file, name)} as k${index + 1}`).join(', ')},
    ${[...values, ...otherColumns].join(', ')}
  from reporting.${table} as present
  ${joinsOfStored(file, keyed).join('\n  ')}
  where ${where}`;
}

/** An image as JSON; null without one. Build it after joins, because building it for a whole table is expensive. */
export function imageRow(file: ImportFile): string {
  const values = imageColumns(file).map(name => `'${name}', image.${name}`);
  return `case when image.k1 is not null then jsonb_build_object(${values.join(', ')}) end`;
}

export function countValues(file: ImportFile): string {
  return `num_nonnulls(${imageColumns(file)
    .map(name => `image.${name}`)
    .join(', ')})`;
}

function imageColumns(file: ImportFile): string[] {
  return [...storedColumns(file).map(snakeCase), ...otherColumnsOf(file)];
}

const otherColumnsOf = ({ special }: ImportFile) => Object.keys(special.otherColumns ?? {});

/** Whether an image shows the row `staged`. */
export function isStagedRow({ key }: ImportFile): string {
  return key.map((name, index) => `image.k${index + 1} = staged.${snakeCase(name)}`).join(' and ');
}

/** Whether an image shows the row with the key `keyed.key`. */
export function isKeyedRow({ key, columns }: ImportFile, keyed: string): string {
  return key
    .map(
      (name, index) =>
        `image.k${index + 1} = ${keyed}.key[${index + 1}]::${columns[name]!.type.sql}`,
    )
    .join(' and ');
}

export function stagedKey({ key }: ImportFile): string {
  return `array[${key.map(name => `staged.${snakeCase(name)}::text`).join(', ')}]`;
}

export function imageKey({ key }: ImportFile): string {
  return `array[${key.map((_, index) => `image.k${index + 1}::text`).join(', ')}]`;
}

/** The columns of a file that its table has. */
function storedColumns({ columns }: ImportFile): string[] {
  return Object.keys(columns).filter(name => columns[name]!.derived === undefined);
}
