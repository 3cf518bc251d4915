/** Numeric date formats that depend on the country; day, month and hour may omit a leading zero. */
export const DATE_FORMATS = ['DD.MM.YYYY', 'DD/MM/YYYY', 'MM/DD/YYYY'] as const;

export type DateFormat = (typeof DATE_FORMATS)[number];

export interface DateForm {
  /** For times without an offset; null if an offset is required. */
  readonly timeZone: string | null;
  /** Accepted in addition to unambiguous formats. */
  readonly format: DateFormat | null;
  /** Whether an expiry without a time is the last valid day. */
  readonly isLastValidDay?: boolean;
  /** The first day that means "never" as an expiry, YYYY-MM-DD; defaults to 9999-12-31. */
  readonly neverFrom?: string;
}

/** A day, with a time if the text has one. */
export interface Moment {
  /** YYYY-MM-DD */
  readonly day: string;
  /** HH:MM, with seconds if given. */
  readonly time: string | null;
  readonly offset: string | null;
}

type Groups = Readonly<Record<string, string | undefined>>;

const CLOCK =
  String.raw`(?<hour>\d{1,2}):(?<minute>[0-5]\d)(?::(?<second>[0-5]\d)(?:[.,](?<fraction>\d{1,9}))?)?` +
  String.raw`(?:\s*(?<half>[ap])\.?\s?m\.?)?\s*(?<offset>Z|[+-](?:0\d|1[0-4]):?[0-5]\d)?`;
const form = (date: string) => new RegExp(`^${date}(?:,?[T\\s]+${CLOCK})?$`, 'iu');

const DAY = String.raw`(?<day>\d{1,2})(?:\.|st|nd|rd|th|er|º)?`;
const NAME = String.raw`(?<name>\p{L}{3,})\.?`;
const YEAR = String.raw`(?<year>\d{4})`;
const OF = String.raw`(?:\s+(?:de|del|of)\s+|[\s/-]*)`;

const FORMS = [
  form(String.raw`(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)`),
  form(String.raw`(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)`),
  form(`${DAY}${OF}${NAME}(?:,?${OF})${YEAR}`),
  form(String.raw`${NAME}\s+${DAY},?\s+${YEAR}`),
  form(String.raw`${YEAR}[\s-]+${NAME}[\s-]+(?<day>\d{1,2})`),
];

const WRITTEN: Readonly<Record<DateFormat, RegExp>> = {
  'DD.MM.YYYY': form(String.raw`(?<day>\d{1,2})\.(?<month>\d{1,2})\.${YEAR}`),
  'DD/MM/YYYY': form(String.raw`(?<day>\d{1,2})/(?<month>\d{1,2})/${YEAR}`),
  'MM/DD/YYYY': form(String.raw`(?<month>\d{1,2})/(?<day>\d{1,2})/${YEAR}`),
};

/** The parts of a date, which may not exist in the calendar; undefined for a text in another format. */
function parse(value: string, format: DateFormat | null): Groups | undefined {
  const forms = format === null ? FORMS : [WRITTEN[format], ...FORMS];
  for (const each of forms) {
    const groups = each.exec(value)?.groups;
    if (groups && (groups.half === undefined || format !== null)) return groups;
  }
  return undefined;
}

/** The most common format, for days that exist in every month. */
const USUAL = new RegExp(
  String.raw`^(\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8]))` +
    String.raw`(?:T((?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?)(Z|[+-](?:0\d|1[0-4]):[0-5]\d)?)?$`,
);

/** Undefined for a day or time that does not exist. Accepts any year. */
export function readMoment(value: string, dates: DateForm | null): Moment | undefined {
  // Files have millions of these, and the formats below take ten times as long.
  const usual = USUAL.exec(value);
  if (usual) return { day: usual[1]!, time: usual[2] ?? null, offset: usual[3] ?? null };
  const groups = parse(value, dates?.format ?? null);
  const parts = groups && partsOf(groups);
  if (!parts || parts.day > daysIn(parts)) return undefined;
  const time = timeOf(groups);
  if (time === undefined) return undefined;
  const [month, day] = [parts.month, parts.day].map(part => String(part).padStart(2, '0'));
  const offset = groups.offset ?? null;
  return { day: `${String(parts.year).padStart(4, '0')}-${month}-${day}`, time, offset };
}

interface Parts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** Undefined for an invalid month. */
function partsOf({ year, month, name, day }: Groups): Parts | undefined {
  const number = name === undefined ? Number(month) : monthOf(name);
  if (!number || number > 12 || Number(day) === 0) return undefined;
  return { year: Number(year), month: number, day: Number(day) };
}

/** Null without a time; undefined if it is invalid. */
function timeOf({ hour, minute, second, fraction, half }: Groups): string | null | undefined {
  if (hour === undefined) return null;
  const of12 = Number(hour);
  if (half !== undefined && (of12 === 0 || of12 > 12)) return undefined;
  const of24 = half === undefined ? of12 : (of12 % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  if (of24 > 23) return undefined;
  const seconds = second === undefined ? '' : `:${second}${fraction ? `.${fraction}` : ''}`;
  return `${String(of24).padStart(2, '0')}:${minute}${seconds}`;
}

function daysIn({ year, month }: Parts): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

const LANGUAGES = ['en', 'de', 'fr', 'es', 'nl'];
/** Abbreviations and variants that spreadsheets write. */
const OTHER_NAMES: Readonly<Record<number, string[]>> = {
  3: ['mrz', 'mrt', 'maerz'],
  9: ['setiembre'],
};

const MONTH_NAMES = LANGUAGES.map(
  language => new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' }),
);

const MONTHS = Array.from({ length: 12 }, (_, index) => [
  ...(OTHER_NAMES[index + 1] ?? []),
  ...MONTH_NAMES.map(names => folded(names.format(Date.UTC(2026, index)))),
]);

/** The month whose name in one of the languages begins like this; undefined unless there is exactly one. */
function monthOf(name: string): number | undefined {
  const begin = folded(name);
  const found = MONTHS.flatMap((names, index) =>
    names.some(each => each.startsWith(begin)) ? [index + 1] : [],
  );
  return found.length === 1 ? found[0] : undefined;
}

function folded(name: string): string {
  return name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

const SAVE_AGAIN = 'format the column as YYYY-MM-DD and save again';

/** How to correct a text that is not a date. */
export function remedyOfDate(value: string, dates: DateForm | null): string | undefined {
  const missing = missingDay(value, dates);
  if (missing !== undefined) return missing;
  if (/^\d{4,5}([.,]\d+)?$/.test(value))
    return `this is how a spreadsheet stores a date; ${SAVE_AGAIN}`;
  if (/^\d{1,2}[./ -]+(?:\d{1,2}|\p{L}{3,}\.?)[./ -]+\d{2}\b/u.test(value))
    return 'write the year with four digits';
  const [, mark] = /^\d{1,4}([./-])\d{1,2}[./-]\d{1,4}\b/.exec(value) ?? [];
  if (mark === undefined || /^\d{4}-\d\d-\d\d/.test(value)) return undefined;
  if (dates?.format) return `dates are read as ${dates.format} here`;
  if (/^\d{4}/.test(value)) return SAVE_AGAIN;
  const formats = DATE_FORMATS.filter(format => format.includes(mark)).join(' or ');
  const option = formats && `name it with {dateFormat=${formats}}, or `;
  return `which day another form means depends on the country; ${option}${SAVE_AGAIN}`;
}

/** A sentence if the day does not exist in any format that the text may have. */
function missingDay(value: string, dates: DateForm | null): string | undefined {
  const formats = dates?.format ? [dates.format] : [null, ...DATE_FORMATS];
  const read = formats.flatMap(format => {
    const groups = parse(value, format);
    const parts = groups && partsOf(groups);
    return parts ? [parts] : [];
  });
  const [first] = read;
  if (!first || read.some(parts => parts.day <= daysIn(parts))) return undefined;
  const month = new Date(Date.UTC(first.year, first.month - 1)).toLocaleString('en', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return `there is no such day; ${month} has ${daysIn(first)} days`;
}
