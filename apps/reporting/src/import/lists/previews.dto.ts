import type { Count } from '../../http/wire-format';
import type { UploadDateFormat, UploadEncoding } from '../uploads/uploads.dto';
import type { ColumnRole, ListKind } from './sources.dto';

/** A sheet of a workbook or the table of a CSV file, with its guessed layout. */
export interface PreviewedSheet {
  /** The name of the sheet; null for a CSV file. */
  name: string | null;
  /** Whether the sheet is hidden. */
  isHidden: boolean;
  /** The number of rows that are not blank, including the header; null if the end was not reached. */
  rows: Count | null;
  /** The number of the header row, from 1; null if none was recognized. */
  headerRow: Count | null;
  /** The kind of its rows; null if it was not recognized. */
  kind: ListKind | null;
  /**
   * The guessed roles of columns, by header.
   * @example { "Personalnr.": "personCode" }
   */
  columns: { [header: string]: ColumnRole };
  /**
   * The reasons for the guesses, by header.
   * @example { "Personalnr.": "The header names personnel numbers." }
   */
  reasons: { [header: string]: string };
  /**
   * How often each word occurs in columns with few distinct words, by header.
   * @example { "Ergebnis": { "bestanden": 34, "offen": 3 } }
   */
  words: { [header: string]: { [word: string]: number } };
  /** The first 20 rows as text; blank rows are empty. */
  sample: string[][];
  /** Sentences about anything unusual. */
  notices: string[];
}

/** The content of a file, and how it could be read as a list. */
export interface ListPreview {
  /** Its sheets, in order. */
  sheets: PreviewedSheet[];
  /** The guessed encoding of a CSV file; null for UTF-8 and workbooks. */
  encoding: UploadEncoding | null;
  /** The guessed format of dates; null if it was not recognized. */
  dateFormat: UploadDateFormat | null;
}
