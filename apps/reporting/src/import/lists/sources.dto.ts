import type { Page, Timestamp } from '../../http/wire-format';
import type { UploadDateFormat, UploadEncoding } from '../uploads/uploads.dto';

/** The kind of rows in a list. */
export type ListKind = 'people' | 'achievements' | 'requirements';

/**
 * The content of a column. `mark` is for a grid of requirements: the header is the name of an achievement, and a mark
 * in a cell means that the profile of the row requires it.
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
 * @pattern ^(?=\S)(?!.*\s$)(?!\.{1,2}$)[^\u0000-\u001f\u007f/]{1,100}$ must be 1 to 100 characters, without / and spaces around them, and neither . nor ..
 * @example "HR list"
 */
export type SourceName = string;

/**
 * What an expiry without a time means: the first instant at which it is expired, or the last valid day.
 */
export type SourceExpiry = 'instant' | 'last-valid-day';

/** How a sheet or the table of a CSV file is read. */
export interface SourceSheet {
  /**
   * The name of the sheet; null for a CSV file or the only sheet.
   * @maxLength 200
   * @example "Mitarbeiter"
   */
  sheet: string | null;
  /** The kind of its rows. */
  kind: ListKind;
  /**
   * The measurement of new achievements without one in a column; null for none.
   * @example "Time-Sensitive Safety Certificates"
   */
  type?: string | null;
  /**
   * The number of the header row, from 1, including blank rows.
   * @isInt must be a whole number from 1 to 1000
   * @minimum 1 must be a whole number from 1 to 1000
   * @maximum 1000 must be a whole number from 1 to 1000
   */
  headerRow?: number;
  /**
   * The roles of columns, by header. A column that is named neither here nor in ignoredColumns is not read, and a
   * notice says so; in a grid, it is an achievement.
   * @example { "Personalnr.": "personCode", "Abteilung": "department" }
   */
  columns: { [header: string]: ColumnRole };
  /**
   * The meanings of words, by role: for `status` one of Valid, Expired, Pending, Submitted or `ignore`, for `type` the
   * name of a measurement, for `function` one of an affiliation.
   * @example { "status": { "bestanden": "Valid", "versäumt": "ignore" } }
   */
  values?: { [role: string]: { [word: string]: string } };
  /**
   * The headers of columns that are not read.
   * @maxItems 200
   */
  ignoredColumns?: string[];
  /**
   * The separator of departments or profiles in a cell; null if a cell contains only one.
   * @minLength 1 must not be empty
   * @maxLength 5
   * @example ";"
   */
  separator?: string | null;
}

/**
 * Defines how an organization's own list is read.
 * @example { "sheets": [{ "sheet": null, "kind": "people", "columns": { "Personalnr.": "personCode", "Name": "name" } }] }
 */
export interface SourceDefinition {
  /** The name in the path; may be omitted. */
  name?: SourceName;
  /**
   * The sheets to read.
   * @minItems 1
   * @maxItems 20
   */
  sheets: SourceSheet[];
  /** A format of dates in addition to YYYY-MM-DD; null for none. */
  dateFormat?: UploadDateFormat | null;
  /** The encoding of a CSV file; null for UTF-8. */
  encoding?: UploadEncoding | null;
  /**
   * The time zone of times without an offset and of last valid days; null for UTC.
   * @maxLength 100
   * @example "Europe/Berlin"
   */
  timeZone?: string | null;
  /** What an expiry without a time means. */
  expiry?: SourceExpiry;
  /** Whether people who were named before and are no longer named have left. */
  isComplete?: boolean;
}

/** A stored source. */
export interface ListSource extends SourceDefinition {
  /** The name. */
  name: SourceName;
  /** When it was last set. */
  updatedAt: Timestamp;
}

/** The sources of an organization. */
export interface ListSourcePage extends Page {
  /** The sources, ordered by name. */
  items: ListSource[];
}
