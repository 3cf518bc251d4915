import type { ColumnType } from './column-type';

const DATE = String.raw`(\d{4})-(\d\d)-(\d\d)`;
const TIME = String.raw`([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:[.,]\d{1,9})?)?`;
const OFFSET = String.raw`(?:Z|([+-])(0\d|1[0-4]):?([0-5]\d))`;

const DATE_PATTERN = new RegExp(`^${DATE}$`);
const TIMESTAMP_PATTERN = new RegExp(`^${DATE}T${TIME}${OFFSET}$`);

/** A date of the calendar, `YYYY-MM-DD`. */
export const date: ColumnType = {
  expected: 'a date, YYYY-MM-DD',
  isOptional: false,
  read(value) {
    const parts = DATE_PATTERN.exec(value);
    return parts && isOfCalendar(Number(parts[1]), Number(parts[2]), Number(parts[3]))
      ? value
      : undefined;
  },
};

/** ISO 8601 with an offset; a time without one would depend on the place where it is read. */
export const timestamp: ColumnType = {
  expected: 'an ISO 8601 timestamp with an offset, such as 2026-11-21T08:30:00+01:00',
  isOptional: false,
  read(value) {
    const parts = TIMESTAMP_PATTERN.exec(value);
    if (!parts || !isOfCalendar(Number(parts[1]), Number(parts[2]), Number(parts[3]))) {
      return undefined;
    }
    return value.includes(',') ? value.replace(',', '.') : value;
  },
};

function isOfCalendar(year: number, month: number, day: number): boolean {
  // Not the first and the last year: an offset or a rounding would lead out of four digits.
  if (year < 2 || year > 9998 || month < 1 || month > 12 || day < 1) return false;
  const isLeapYear = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const longest = month === 2 ? (isLeapYear ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
  return day <= longest;
}
