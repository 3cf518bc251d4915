import type { Count } from '../../http/wire-format';
import type { UploadDateFormat, UploadEncoding } from '../uploads/uploads.dto';
import type { ColumnRole, ListKind } from './sources.dto';

/** A sheet of a workbook, or the table of a CSV file, and what it seems to be. */
export interface PreviewedSheet {
  /** Null for a CSV file. */
  name: string | null;
  /** Whether the workbook hides it. */
  isHidden: boolean;
  /** Rows that are not blank, that of the headers among them; null where the end was not reached. */
  rows: Count | null;
  /** The row that seems to hold the headers, from 1; null where none does. */
  headerRow: Count | null;
  /** What its rows seem to be; null where nothing tells. */
  kind: ListKind | null;
  /**
   * What columns seem to hold, by their headers.
   * @example { "Personalnr.": "personCode" }
   */
  columns: { [header: string]: ColumnRole };
  /**
   * Why, by their headers.
   * @example { "Personalnr.": "The header names personnel numbers." }
   */
  reasons: { [header: string]: string };
  /**
   * The words of columns that hold few, with how often each is there, by their headers.
   * @example { "Ergebnis": { "bestanden": 34, "offen": 3 } }
   */
  words: { [header: string]: { [word: string]: number } };
  /** The first 20 rows as text; blank ones are empty. */
  sample: string[][];
  /** What is odd about it, in sentences. */
  notices: string[];
}

/** What is in a file, and how it could be read as a list. */
export interface ListPreview {
  /** Its sheets, in their order. */
  sheets: PreviewedSheet[];
  /** The encoding that a CSV file seems to have; null for UTF-8 and workbooks. */
  encoding: UploadEncoding | null;
  /** How its dates seem to be written; null where nothing tells. */
  dateFormat: UploadDateFormat | null;
}
