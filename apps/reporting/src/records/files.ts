import { historyFiles } from './history';
import { type ImportColumn, type ImportFile, snakeCase } from './import-file';
import { organizationFiles } from './organization';
import { requirementFiles } from './requirements';

/** The files of an import; each comes after those that it references. */
export const importFiles: readonly ImportFile[] = [
  ...organizationFiles,
  ...requirementFiles,
  ...historyFiles,
];

/** A column that references rows of another table. */
export interface Reference {
  readonly name: string;
  readonly staged: string;
  readonly alias: string;
  readonly to: ImportFile;
  readonly stored: string;
  readonly key: 'id' | 'uuid';
  readonly isOptional: boolean;
}

export function references({ name: file, columns }: ImportFile): Reference[] {
  return Object.entries(columns)
    .filter(([name, { of }]) => of !== null && of !== file && name !== 'companyId')
    .map(([name, { of, stored, type }]) => ({
      name,
      staged: snakeCase(name),
      alias: snakeCase(name).replace(/_id$/, ''),
      to: importFiles.find(other => other.name === of)!,
      stored: stored ?? snakeCase(name),
      key: stored === null ? 'id' : 'uuid',
      isOptional: type.isOptional === true,
    }));
}

/** The value of a stored column for the row `present`, given `joinsOfStored`. */
export function storedValue(file: ImportFile, name: string): string {
  if (name === 'companyId') return 'company.uuid';
  const reference = references(file).find(each => each.name === name);
  return reference?.key === 'id'
    ? `${reference.alias}.uuid`
    : `present.${storedName(name, file.columns[name]!)}`;
}

/** Joins the row `present` with its organization and with the rows that it references. */
export function joinsOfStored({ columns }: ImportFile, refs: readonly Reference[]): string[] {
  return [
    ...('companyId' in columns
      ? ['join reporting.company on company.id = present.company_id']
      : []),
    ...refs.map(
      ({ alias, to, stored, key, isOptional }) =>
        `${isOptional ? 'left join' : 'join'} reporting.${to.table} as ${alias} on ${alias}.${key} = present.${stored}${
          // The id of a row that no longer exists may be reused by another organization.
          key === 'uuid' ? ` and ${alias}.company_id = present.company_id` : ''
        }`,
    ),
  ];
}

export function storedName(name: string, { stored }: ImportColumn): string {
  return stored ?? snakeCase(name);
}

export function storedKey({ key, columns }: ImportFile): string[] {
  return key.map(name => storedName(name, columns[name]!));
}
