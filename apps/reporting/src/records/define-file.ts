import type { ImportColumnType } from './column-type';
import * as is from './column-types';
import type { FileName, ImportColumn, ImportFile } from './import-file';

type Details = Pick<ImportFile, 'table' | 'row' | 'about' | 'columns'> &
  Partial<Pick<ImportFile, 'key' | 'isKept' | 'special'>>;

/** A file whose rows are identified by `id`, and deleted by --replace where they are missing, unless said otherwise. */
export function file(name: FileName, details: Details): ImportFile {
  return { name, key: ['id'], isKept: false, special: {}, ...details };
}

export function column(
  type: ImportColumnType,
  about: string,
  example: string,
  stored?: string,
): ImportColumn {
  return { type, about, example, of: null, stored: stored ?? null };
}

/** A column with the id of a row of a file. */
export function id(of: FileName, about: string, type = is.uuid, stored?: string): ImportColumn {
  return { type, about, example: '', of, stored: stored ?? null };
}

/** A column that a file may lack: the rows then keep what they have. */
export const lackable = (given: ImportColumn): ImportColumn => ({ ...given, mayLack: true });

/** What people do who lack a requirement. */
export const howToGet = {
  howToGet: lackable(
    column(
      is.optional(is.text(500)),
      'how to get it, for people who lack it: whom to ask, or where to book',
      'Book a course with the safety team, extension 112',
    ),
  ),
  link: lackable(
    column(
      is.optional(is.link),
      'the page where people get it',
      'https://training.example.com/first-aid',
    ),
  ),
};

export const source: ImportColumn = {
  ...lackable(
    column(
      is.optional(is.oneOf('reporting.record_source', 'import', 'hand')),
      'what wrote it last; what a person wrote, imports leave as it is unless --overwrite-hand is given',
      'import',
    ),
  ),
  fallback: "'import'::reporting.record_source",
};

export const ownId = (of: FileName, what: string) =>
  id(of, `identifies ${what}, now and later`, is.uuid, 'uuid');
export const companyId = id('companies.csv', 'its organization');
export const memberId = id('members.csv', 'the member');
export const departmentId = id('departments.csv', 'the department');
export const expiresAtAbout =
  'the first instant at which it counts as Expired: for "valid until 31.12.2026" give 2027-01-01';
export const code = (example: string) =>
  column(
    is.optional({ ...is.text(100), isProse: false }),
    'what people know it by in other systems',
    example,
  );
