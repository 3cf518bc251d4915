import { joinsOfStored, references, storedValue } from '../../records/files';
import { type ImportFile, snakeCase } from '../../records/import-file';

/** An image as JSON; null without one. Build it after joins, because building it for a whole table is expensive. */
export const IMAGE = 'to_jsonb(image)';

/**
 * Selects the rows of a table as images: in the columns of the staging table, and those that only an undo restores.
 * `where` may refer to the table as `present`.
 */
export function selectImages(file: ImportFile, where = 'true'): string {
  // References by UUID have no foreign key: the row may be gone.
  const keyed = references(file).filter(each => each.key === 'id');
  return `select
    ${[...imageColumns(file)].map(([name, value]) => `${value} as ${name}`).join(', ')}
  from reporting.${file.table} as present
  ${joinsOfStored(file, keyed).join('\n  ')}
  where ${where}`;
}

export function countValues(file: ImportFile): string {
  return `num_nonnulls(${[...imageColumns(file).keys()].map(name => `image.${name}`).join(', ')})`;
}

/** The columns of an image, each with its value for the row `present`. */
function imageColumns(file: ImportFile): Map<string, string> {
  const { columns, special } = file;
  const stored = Object.keys(columns).filter(name => columns[name]!.derived === undefined);
  return new Map([
    ...stored.map(name => [snakeCase(name), storedValue(file, name)] as const),
    ...Object.keys(special.otherColumns ?? {}).map(name => [name, `present.${name}`] as const),
  ]);
}

/** Whether an image shows the row with the key `keyed.key`. */
export function isKeyedRow({ key, columns }: ImportFile, keyed: string): string {
  return key
    .map(
      (name, index) =>
        `image.${snakeCase(name)} = ${keyed}.key[${index + 1}]::${columns[name]!.type.sql}`,
    )
    .join(' and ');
}

/** The key of an image or a staged row as an array of texts. */
export function keyOf({ key }: ImportFile, row: 'image' | 'staged'): string {
  return `array[${key.map(name => `${row}.${snakeCase(name)}::text`).join(', ')}]`;
}
