import type { ImportColumnType } from './column-types';
import * as is from './column-types';
import type { FileName, ImportColumn, ImportFile } from './import-file';

type Details = Pick<ImportFile, 'table' | 'row' | 'about' | 'columns'> &
  Partial<Pick<ImportFile, 'key' | 'isKept' | 'special'>>;

/** Defines a file. By default, rows are identified by `id`, and --replace deletes those that the file lacks. */
export function file(name: FileName, details: Details): ImportFile {
  return { name, key: ['id'], isKept: false, special: {}, ...details };
}

export function column(
  type: ImportColumnType,
  about: string,
  example: string,
  special: Partial<ImportColumn> = {},
): ImportColumn {
  return { type, about, example, of: null, stored: null, ...special };
}

/** A column with the id of a row in `of`. */
export function id(of: FileName, about: string, special: Partial<ImportColumn> = {}): ImportColumn {
  return column(is.uuid, about, '', { of, ...special });
}

export const howToGet = {
  howToGet: column(
    is.optional(is.text(500)),
    'how people without it can get it, such as whom to ask or where to book',
    'Book a course with the safety team, extension 112',
    { mayBeMissing: true },
  ),
  link: column(
    is.optional(is.link),
    'the page where people can get it',
    'https://training.example.com/first-aid',
    { mayBeMissing: true },
  ),
};

export const source = column(
  is.optional(is.oneOf('reporting.record_source', 'import', 'hand')),
  'what last wrote it; imports do not change what was written by hand unless --overwrite-hand is given',
  'import',
  { mayBeMissing: true, fallback: "'import'::reporting.record_source" },
);

export const ownId = (of: FileName, what: string) =>
  id(of, `identifies ${what} in every import`, { stored: 'uuid' });
export const companyId = id('companies.csv', 'its organization');
export const memberId = id('members.csv', 'the member');
export const departmentId = id('departments.csv', 'the department');
export const expiresAtAbout =
  'the first instant at which it is Expired: for "valid until 31.12.2026", use 2027-01-01';
export const code = (example: string) =>
  column(
    is.optional({ ...is.text(100), isProse: false }),
    'its identifier in other systems',
    example,
  );
