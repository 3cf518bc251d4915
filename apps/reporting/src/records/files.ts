import path from 'node:path';
import { achievementFiles } from './achievements';
import { competencyFiles } from './competencies';
import { historyFiles } from './history';
import { type ImportColumn, type ImportFile, snakeCase } from './import-file';
import { organizationFiles } from './organization';

/** What an import reads, in the order of the references between them. */
export const importFiles: readonly ImportFile[] = [
  ...organizationFiles,
  ...competencyFiles,
  ...achievementFiles,
  ...historyFiles,
];

/** A column whose ids name rows of another table. */
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
      isOptional: type.isOptional,
    }));
}

export function storedName(name: string, { stored }: ImportColumn): string {
  return stored ?? snakeCase(name);
}

export function storedKey({ key, columns }: ImportFile): string[] {
  return key.map(name => storedName(name, columns[name]!));
}

export function stem({ name }: ImportFile): string {
  return path.basename(name, '.csv');
}
