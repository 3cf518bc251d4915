import type { ImportColumnType } from './column-types';
import { type DateForm, type Moment, readMoment, remedyOfDate } from './dates';

/** What systems without empty dates use for "never". */
const NEVER = '9999-12-31';

/** The years 1900 to 2200; with an offset also a day more, as in exports, which write times of other zones in UTC. */
const isOfRecords = ({ day, offset }: Moment) =>
  offset === null ? day >= '1900' && day < '2201' : day >= '1899-12-31' && day < '2201-01-02';
const MONTH_PATTERN = /^(\d{4})-(\d\d)$/;

export const date: ImportColumnType = {
  sql: 'date',
  expected: 'a date, YYYY-MM-DD',
  hasForm: true,
  read(value, dates) {
    const moment = readMoment(value, dates);
    return moment?.time === null && isOfRecords(moment) ? moment.day : undefined;
  },
  remedy: remedyOf,
};

/** An instant: a time with an offset or in the given time zone; a date is the start of its day in UTC. */
export const timestamp: ImportColumnType = {
  sql: 'timestamptz(3)',
  expected: 'a date, YYYY-MM-DD, or a time with its offset, such as 2026-11-21T08:30:00+01:00',
  hasForm: true,
  read(value, dates) {
    const moment = readMoment(value, dates);
    return moment && isOfRecords(moment) ? instantOf(moment, dates) : undefined;
  },
  remedy(value, dates) {
    const moment = readMoment(value, dates);
    return moment && isOfRecords(moment)
      ? 'add the offset, or name the time zone that is meant: {timeZone=America/Edmonton}'
      : remedyOf(value, dates);
  },
};

/**
 * Also accepts a date that means never, as null. With `isLastValidDay`, a date is the end of its day in the time zone.
 */
export const expiry: ImportColumnType = {
  ...timestamp,
  isOptional: true,
  expected: `${timestamp.expected}, or nothing`,
  read(value, dates) {
    const moment = readMoment(value, dates);
    if (moment && moment.day >= (dates?.neverFrom ?? NEVER)) return null;
    if (moment?.time !== null || !dates?.isLastValidDay || !isOfRecords(moment))
      return timestamp.read(value, dates);
    const next = new Date(`${moment.day}T00:00Z`);
    next.setUTCDate(next.getUTCDate() + 1);
    return `${next.toISOString().slice(0, 10)} 00:00 ${dates.timeZone ?? 'UTC'}`;
  },
};

/** A month, stored as its first day. Spreadsheets may turn it into that day. */
export const month: ImportColumnType = {
  sql: 'date',
  expected: 'a month, YYYY-MM',
  hasForm: true,
  read(value, dates) {
    const first = MONTH_PATTERN.test(value) ? `${value}-01` : value;
    const moment = readMoment(first, dates);
    const isFirst = moment?.time === null && moment.day.endsWith('-01') && isOfRecords(moment);
    return isFirst ? moment.day : undefined;
  },
  write: stored => String(stored).slice(0, 'YYYY-MM'.length),
  remedy: value =>
    /^\p{L}+\W?\d{2,4}$|^\d{4,5}$/u.test(value)
      ? 'this is how a spreadsheet shows a month; format the column as text and write 2026-01'
      : undefined,
};

/** The instant for PostgreSQL; undefined for a time with neither an offset nor a time zone. */
function instantOf({ day, time, offset }: Moment, dates: DateForm | null): string | undefined {
  if (time === null) return `${day} 00:00 UTC`;
  const zone = offset ?? dates?.timeZone ?? undefined;
  return zone && `${day} ${time}${offset === null ? ' ' : ''}${zone}`;
}

function remedyOf(value: string, dates: DateForm | null): string | undefined {
  const moment = readMoment(value, dates);
  if (moment && !isOfRecords(moment)) return 'years are from 1900 to 2200';
  return remedyOfDate(value, dates);
}
