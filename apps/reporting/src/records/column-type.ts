/** How a country writes dates; the day, the month and the hour may lack their zero. */
export const DATE_FORMATS = ['DD.MM.YYYY', 'DD/MM/YYYY', 'MM/DD/YYYY'] as const;

export type DateFormat = (typeof DATE_FORMATS)[number];

/** How dates and times are read. */
export interface DateForm {
  /** Of dates and of times without an offset; null: UTC, and times have an offset. */
  readonly timeZone: string | null;
  /** Accepted beside YYYY-MM-DD. */
  readonly format: DateFormat | null;
}

/** How the cells of a column are read. */
export interface ImportColumnType {
  readonly sql: string;
  /** For messages: `a UUID`. */
  readonly expected: string;
  readonly isOptional: boolean;
  /** Whether a remedy is about the form that all cells of a column have. */
  readonly hasForm?: true;
  /** The value as the database reads it; undefined when invalid. The input is trimmed and not empty. */
  read(value: string, dates: DateForm | null): string | undefined;
  /** The cell that is read as a stored value; absent: the value itself. */
  write?(stored: number | readonly string[]): string;
  /** What to do about a frequent mistake. */
  remedy?(value: string, dates: DateForm | null): string | undefined;
}
