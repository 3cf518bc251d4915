/** How a country writes dates; the day, the month and the hour may lack their zero. */
export const DATE_FORMATS = ['DD.MM.YYYY', 'DD/MM/YYYY', 'MM/DD/YYYY'] as const;

export type DateFormat = (typeof DATE_FORMATS)[number];

/** How dates and times are read. */
export interface DateForm {
  /** Of times without an offset; null: times have one. */
  readonly timeZone: string | null;
  /** Accepted beside the forms that say by themselves which number is what. */
  readonly format: DateFormat | null;
  /** Whether an expiry without a time is the last day on which something counts. */
  readonly isLastValidDay?: boolean;
  /** The first day that means never in an expiry, YYYY-MM-DD; absent: 9999-12-31. */
  readonly neverFrom?: string;
}

/** How the cells of a column are read. */
export interface ImportColumnType {
  readonly sql: string;
  /** For messages: `a UUID`. */
  readonly expected: string;
  /** Whether a cell may be empty. */
  readonly isOptional?: true;
  /** Whether a remedy is about the form that all cells of a column have. */
  readonly hasForm?: true;
  /** Whether it is text that people read, whose characters all stay; others are compared (`comparable`). */
  readonly isProse?: boolean;
  /** The value as the database reads it; null for nothing, undefined when invalid. The input is trimmed and not empty. */
  read(value: string, dates: DateForm | null): string | null | undefined;
  /** The cell that is read as a stored value; absent: the value itself. */
  write?(stored: number | readonly string[]): string;
  /** What to do about a frequent mistake. */
  remedy?(value: string, dates: DateForm | null): string | undefined;
}
