import { keptEmail } from '../../access/accounts/email';
import { measurements } from '../../reports/compliance/measurements';

/** What a column of an import file holds. */
export interface ColumnType {
  /** The type of its staging column. */
  readonly sql: string;
  /** What a value has to be, for people: `a UUID`. */
  readonly expected: string;
  readonly isOptional: boolean;
  /**
   * The value as the database reads it; undefined when it is not what is expected. It is trimmed and not empty.
   * `timeZone` is null where none was named.
   */
  read(value: string, timeZone: string | null): string | undefined;
  /** What to do about a frequent mistake. */
  remedy?(value: string): string | undefined;
}

function matching(sql: string, expected: string, pattern: RegExp): ColumnType {
  const read = (value: string) => (pattern.test(value) ? value : undefined);
  return { sql, expected, isOptional: false, read };
}

/** The same, or an empty cell. */
export function optional(type: ColumnType): ColumnType {
  return { ...type, expected: `${type.expected}, or nothing`, isOptional: true };
}

export const uuid = matching(
  'uuid',
  'a UUID',
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
);

/** As spreadsheets of these languages write them: English, German, French, Spanish, Portuguese, Italian, … */
const TRUE =
  'true yes 1 wahr vrai verdadero verdadeiro vero waar prawda sand sann sant tosi pravda igaz doğru истина adevărat';
const FALSE =
  'false no 0 falsch faux falso onwaar fałsz falsk usann falskt epätosi nepravda hamis yanliş ложь fals';
const FLAGS = new Map([
  ...TRUE.split(' ').map(word => [word, 'true'] as const),
  ...FALSE.split(' ').map(word => [word, 'false'] as const),
]);

export const flag: ColumnType = {
  sql: 'boolean',
  expected: 'true or false, yes or no, 1 or 0',
  isOptional: false,
  read: value => FLAGS.get(value.toLowerCase()) ?? FLAGS.get(value.toLocaleLowerCase('tr')),
};

export const handle = matching(
  'text',
  'a handle of letters, digits, . _ and -, at most 100, the first a letter or a digit',
  /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/,
);

const address = matching(
  'text',
  'an e-mail address of at most 254 characters',
  /^(?=.{3,254}$)[^\s@\0-\x1f]+@[^\s@\0-\x1f]+$/,
);

/** As accounts keep it, since not every database folds letters outside ASCII. */
export const email: ColumnType = {
  ...address,
  read(value) {
    const read = address.read(value, null);
    return read === undefined ? undefined : keptEmail(read);
  },
  remedy: value =>
    /[\s;,]/.test(value) ? 'one address without spaces; every account has its own' : undefined,
};

/** Text of at most `length` characters. PostgreSQL counts code points, and stores no NUL. */
export function text(length: number): ColumnType {
  return {
    sql: 'text',
    expected: `text of at most ${length} characters`,
    isOptional: false,
    read(value) {
      if (value === '' || value.includes('\0')) return undefined;
      return value.length <= length || Array.from(value).length <= length ? value : undefined;
    },
    remedy: value => (value.includes('\0') ? 'text has no NUL character' : undefined),
  };
}

/** One of the words of an enumerated type, in exactly this spelling. */
export function oneOf(sql: string, ...words: readonly string[]): ColumnType {
  const known = new Set(words);
  return {
    sql,
    expected: `one of ${words.join(', ')}`,
    isOptional: false,
    read: value => (known.has(value) ? value : undefined),
    remedy(value) {
      const similar = words.find(word => fold(word) === fold(value));
      return similar && `write ${similar}`;
    },
  };
}

function fold(word: string): string {
  return word.toLowerCase().replaceAll(/[^a-z]/g, '');
}

/** A whole number from 0 on that a database integer holds. */
export const count: ColumnType = {
  sql: 'integer',
  expected: 'a whole number from 0 to 2147483647',
  isOptional: false,
  read: value => (/^\d{1,10}$/.test(value) && Number(value) < 2 ** 31 ? value : undefined),
  remedy: value => (/^\d+[.,' ]\d+/.test(value) ? 'without decimals and separators' : undefined),
};

const countsAchievements = measurements.filter(({ counts }) => counts === 'achievements');

/** The name of a measurement that counts achievements, stored as its key. */
export const achievementType: ColumnType = {
  ...oneOf('smallint', ...countsAchievements.map(({ name }) => name)),
  read: value => countsAchievements.find(({ name }) => name === value)?.key.toString(),
};

/** A measurement by its key, or by its name. */
export const measurement: ColumnType = {
  sql: 'smallint',
  expected: 'the key of a measurement, 1 to 12, or its name',
  isOptional: false,
  read: value =>
    measurements.find(({ key, name }) => String(key) === value || name === value)?.key.toString(),
};

const DATE = String.raw`(\d{4})-(\d\d)-(\d\d)`;
const TIME = String.raw`([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:[.,]\d{1,9})?)?`;
const OFFSET = String.raw`(?:Z|[+-](?:0\d|1[0-4]):?[0-5]\d)`;
const DATE_PATTERN = new RegExp(`^${DATE}$`);
const LOCAL_PATTERN = new RegExp(`^${DATE}[T ]${TIME}$`);
const TIMESTAMP_PATTERN = new RegExp(`^${DATE}[T ]${TIME}${OFFSET}$`, 'i');

/** A date of the calendar, `YYYY-MM-DD`. */
export const date: ColumnType = {
  sql: 'date',
  expected: 'a date, YYYY-MM-DD',
  isOptional: false,
  read: value => (isOfCalendar(DATE_PATTERN.exec(value)) ? value : undefined),
  remedy: remedyOfDate,
};

/** An instant: ISO 8601 with an offset, or with that of a time zone; a date is the start of its day. */
export const timestamp: ColumnType = {
  sql: 'timestamptz(3)',
  expected: 'a date, YYYY-MM-DD, or a time with its offset, such as 2026-11-21T08:30:00+01:00',
  isOptional: false,
  read(value, timeZone) {
    const decimal = value.replace(',', '.');
    if (isOfCalendar(TIMESTAMP_PATTERN.exec(value))) return decimal;
    if (isOfCalendar(DATE_PATTERN.exec(value))) return `${value} 00:00 ${timeZone ?? 'UTC'}`;
    if (timeZone === null || !isOfCalendar(LOCAL_PATTERN.exec(value))) return undefined;
    return `${decimal.replace('T', ' ')} ${timeZone}`;
  },
  remedy: value =>
    LOCAL_PATTERN.test(value)
      ? 'add the offset, or name the time zone that is meant: --time-zone America/Edmonton'
      : remedyOfDate(value),
};

function remedyOfDate(value: string): string | undefined {
  if (/^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}\b/.test(value) && !DATE_PATTERN.test(value.slice(0, 10)))
    return 'which day another form means depends on the country; format the column as YYYY-MM-DD and save again';
  if (/^\d{4,5}([.,]\d+)?$/.test(value))
    return 'this is how a spreadsheet stores a date; format the column as YYYY-MM-DD and save again';
  return undefined;
}

/** Not the first and the last years: an offset or a rounding would lead out of four digits. */
function isOfCalendar(parts: RegExpExecArray | null): boolean {
  const [year, month, day] = (parts ?? []).slice(1, 4).map(Number);
  if (!year || !month || !day || year < 2 || year > 9998 || month > 12) return false;
  const isLeapYear = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const longest = month === 2 ? (isLeapYear ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
  return day <= longest;
}
