import { DATE_FORMATS, type DateForm, type DateFormat, type ImportColumnType } from './column-type';

const DATE = String.raw`(\d{4})-(\d\d)-(\d\d)`;
const TIME = String.raw`([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:[.,]\d{1,9})?)?`;
const OFFSET = String.raw`(?:Z|[+-](?:0\d|1[0-4]):?[0-5]\d)`;
const DATE_PATTERN = new RegExp(`^${DATE}$`);
const LOCAL_PATTERN = new RegExp(`^${DATE}[T ]${TIME}$`);
const TIMESTAMP_PATTERN = new RegExp(`^${DATE}[T ]${TIME}${OFFSET}$`, 'i');
const MONTH_PATTERN = /^(\d{4})-(\d\d)(-01)?$/;

const WRITTEN: Readonly<Record<DateFormat, RegExp>> = {
  'DD.MM.YYYY': /^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})(?!\d)/,
  'DD/MM/YYYY': /^(?<day>\d{1,2})\/(?<month>\d{1,2})\/(?<year>\d{4})(?!\d)/,
  'MM/DD/YYYY': /^(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4})(?!\d)/,
};

/** A date of the calendar. */
export const date: ImportColumnType = {
  sql: 'date',
  expected: 'a date, YYYY-MM-DD',
  isOptional: false,
  hasForm: true,
  read(value, dates) {
    const iso = toIso(value, dates);
    return isOfCalendar(DATE_PATTERN.exec(iso)) ? iso : undefined;
  },
  remedy: remedyOfDate,
};

/** An instant: ISO 8601 with an offset, or with that of a time zone; a date is the start of its day. */
export const timestamp: ImportColumnType = {
  sql: 'timestamptz(3)',
  expected: 'a date, YYYY-MM-DD, or a time with its offset, such as 2026-11-21T08:30:00+01:00',
  isOptional: false,
  hasForm: true,
  read(value, dates) {
    const iso = toIso(value, dates);
    const { timeZone = null } = dates ?? {};
    const decimal = iso.replace(',', '.');
    if (isOfCalendar(TIMESTAMP_PATTERN.exec(iso))) return decimal;
    if (isOfCalendar(DATE_PATTERN.exec(iso))) return `${iso} 00:00 ${timeZone ?? 'UTC'}`;
    if (timeZone === null || !isOfCalendar(LOCAL_PATTERN.exec(iso))) return undefined;
    return `${decimal.replace('T', ' ')} ${timeZone}`;
  },
  remedy: (value, dates) =>
    LOCAL_PATTERN.test(toIso(value, dates))
      ? 'add the offset, or name the time zone that is meant: {timeZone=America/Edmonton}'
      : remedyOfDate(value, dates),
};

/** A month, stored as its first day, which is what a spreadsheet may turn it into. */
export const month: ImportColumnType = {
  sql: 'date',
  expected: 'a month, YYYY-MM',
  isOptional: false,
  hasForm: true,
  read(value, dates) {
    const [, year, number] = MONTH_PATTERN.exec(toIso(value, dates)) ?? [];
    const first = `${year}-${number}-01`;
    return isOfCalendar(DATE_PATTERN.exec(first)) ? first : undefined;
  },
  remedy: value =>
    /^\p{L}+\W?\d{2,4}$|^\d{4,5}$/u.test(value)
      ? 'this is how a spreadsheet shows a month; format the column as text and write 2026-01'
      : undefined,
};

/** The value with its date as YYYY-MM-DD, and its time with two digits of the hour. */
function toIso(value: string, dates: DateForm | null): string {
  if (!dates?.format) return value;
  const { 0: written, groups } = WRITTEN[dates.format].exec(value) ?? {};
  if (written === undefined) return value;
  const { day, month, year } = groups as Readonly<Record<'day' | 'month' | 'year', string>>;
  const time = value.slice(written.length).replace(/^,?[T ]+(?=\d)/, ' ');
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}${time.replace(/^ (?=\d:)/, ' 0')}`;
}

function remedyOfDate(value: string, dates: DateForm | null): string | undefined {
  const [, mark] = /^\d{1,4}([./-])\d{1,2}[./-]\d{1,4}\b/.exec(value) ?? [];
  if (mark && !DATE_PATTERN.test(value.slice(0, 10))) {
    if (dates?.format) return `dates are read as ${dates.format} here`;
    const formats = DATE_FORMATS.filter(format => format.includes(mark)).join(' or ');
    const option = formats && `name it with {dateFormat=${formats}}, or `;
    return `which day another form means depends on the country; ${option}format the column as YYYY-MM-DD and save again`;
  }
  if (/^\d{4,5}([.,]\d+)?$/.test(value))
    return 'this is how a spreadsheet stores a date; format the column as YYYY-MM-DD and save again';
  return undefined;
}

/** Excludes the first and the last years: an offset or a rounding would leave four digits. */
function isOfCalendar(parts: RegExpExecArray | null): boolean {
  const [year, month, day] = (parts ?? []).slice(1, 4).map(Number);
  if (!year || !month || !day || year < 2 || year > 9998 || month > 12) return false;
  const isLeapYear = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const longest = month === 2 ? (isLeapYear ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
  return day <= longest;
}
