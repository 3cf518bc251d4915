import type { Page, Timestamp } from '../../http/wire-format';
import type { UploadDateFormat, UploadEncoding } from '../uploads/uploads.dto';

/** What the rows of a list are. */
export type ListKind = 'people' | 'achievements' | 'requirements';

/**
 * What a column of a list holds. `mark` is of a grid of requirements: the header is the name of an achievement, and a mark in
 * a cell says that the profile of the row requires it.
 */
export type ColumnRole =
  | 'personCode'
  | 'name'
  | 'firstName'
  | 'lastName'
  | 'email'
  | 'department'
  | 'function'
  | 'jobTitle'
  | 'personType'
  | 'profile'
  | 'hasLeft'
  | 'achievement'
  | 'type'
  | 'status'
  | 'issued'
  | 'expires'
  | 'validFor'
  | 'isRequired'
  | 'certificateNumber'
  | 'mark';

/**
 * The name of a source, unique in its organization.
 * @pattern ^(?=\S)(?!.*\s$)[^\u0000-\u001f\u007f/]{1,100}$ must be 1 to 100 characters, without / and spaces around them
 * @example "HR list"
 */
export type SourceName = string;

/**
 * What an `expires` without a time means: the instant at which it counts as expired, or the last day on which it is valid.
 */
export type SourceExpiry = 'instant' | 'last-valid-day';

/** How a sheet, or the table of a CSV file, is read. */
export interface SourceSheet {
  /**
   * The sheet of a workbook; null for a CSV file, or for the only sheet.
   * @maxLength 200
   * @example "Mitarbeiter"
   */
  sheet: string | null;
  /** What its rows are. */
  kind: ListKind;
  /**
   * The measurement of new achievements, unless a column says so; null: none.
   * @example "Time-Sensitive Safety Certificates"
   */
  type?: string | null;
  /**
   * The row of the headers, from 1; blank rows count, too.
   * @isInt headerRow must be a row
   * @minimum 1
   * @maximum 1000
   */
  headerRow?: number;
  /**
   * What each column holds, by its header. A column of the list that is named neither here nor in ignoredColumns is not read,
   * which a notice says; of a grid it is an achievement.
   * @example { "Personalnr.": "personCode", "Abteilung": "department" }
   */
  columns: { [header: string]: ColumnRole };
  /**
   * The words of columns, by what a column holds: of `status` one of Valid, Expired, Pending, Submitted or `ignore`, of
   * `type` the name of a measurement, of `function` one of an affiliation.
   * @example { "status": { "bestanden": "Valid", "versäumt": "ignore" } }
   */
  values?: { [role: string]: { [word: string]: string } };
  /**
   * Headers of columns that are not read.
   * @maxItems 200
   */
  ignoredColumns?: string[];
  /**
   * What separates several departments or profiles in a cell; null: a cell holds one.
   * @maxLength 5
   * @example ";"
   */
  separator?: string | null;
}

/**
 * How an organization's own list is read.
 * @example { "sheets": [{ "sheet": null, "kind": "people", "columns": { "Personalnr.": "personCode", "Name": "name" } }] }
 */
export interface SourceDefinition {
  /** The name in the path, where it is sent at all. */
  name?: SourceName;
  /**
   * The sheets that are read.
   * @minItems 1
   * @maxItems 20
   */
  sheets: SourceSheet[];
  /** How dates are written besides YYYY-MM-DD; null: in no other way. */
  dateFormat?: UploadDateFormat | null;
  /** Of a CSV file; null is UTF-8. */
  encoding?: UploadEncoding | null;
  /**
   * Of times without an offset, and of the end of last valid days; null is UTC.
   * @maxLength 100
   * @example "Europe/Berlin"
   */
  timeZone?: string | null;
  /** What an expiry without a time means. */
  expiry?: SourceExpiry;
  /** Whether who was named before and is not any more has left. */
  isComplete?: boolean;
}

/** A source, as it is kept. */
export interface ListSource extends SourceDefinition {
  /** Its name. */
  name: SourceName;
  /** When it was set last. */
  updatedAt: Timestamp;
}

/** The sources of an organization. */
export interface ListSourcePage extends Page {
  /** By name. */
  items: ListSource[];
}
