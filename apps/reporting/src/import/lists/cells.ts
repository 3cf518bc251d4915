import type { ImportColumnType } from '../../records/column-types';
import * as is from '../../records/column-types';
import * as when from '../../records/date-types';
import { readMoment } from '../../records/dates';
import { foldHeader } from './column-words';
import type { ColumnRole } from './sources.dto';

const key = (length: number): ImportColumnType => ({ ...is.text(length), isProse: false });

/** How cells are read by role; the other roles are words, marks and periods of validity. */
export const CELLS: Readonly<Partial<Record<ColumnRole, ImportColumnType>>> = {
  personCode: key(100),
  name: is.personName(200),
  firstName: is.personName(100),
  lastName: is.personName(100),
  email: is.email,
  department: is.text(200),
  jobTitle: is.text(200),
  personType: is.text(100),
  profile: is.text(200),
  achievement: is.text(500),
  certificateNumber: key(100),
  type: is.achievementType,
  issued: when.timestamp,
  expires: when.expiry,
};

/** The values that the words of a column can stand for. */
export const WORDS: Readonly<Record<'status' | 'type' | 'function', readonly string[]>> = {
  status: ['Valid', 'Expired', 'Pending', 'Submitted'],
  type: is.achievementTypes,
  function: ['Department', 'Organization', 'Administration', 'Employee'],
};

export const isWordRole = (role: string): role is keyof typeof WORDS => Object.hasOwn(WORDS, role);

/** Reads a word that is a value itself, regardless of letter case. */
export function readWord(role: keyof typeof WORDS, text: string): string | undefined {
  return WORDS[role].find(word => foldHeader(word) === foldHeader(text));
}

/** Whether a cell means yes: a mark, a word, or a day that has come. Undefined if it means neither yes nor no. */
export function readYes(
  text: string,
  { dates, today }: { dates: Parameters<typeof readMoment>[1]; today: string },
): boolean | undefined {
  const moment = readMoment(text, dates);
  return moment ? moment.day <= today : readMark(text);
}

/** Whether a cell is a mark or a word that means yes. Undefined if it means neither yes nor no. */
export function readMark(text: string): boolean | undefined {
  if (/^(?:[x×✓✔✗●•*]|xx|required|pflicht|obligatoire|obligatorio|verplicht)$/i.test(text))
    return true;
  const word = /^[-–—]$/.test(text) ? 'false' : is.flag.read(text, null);
  return word === undefined ? undefined : word === 'true';
}

/** Units of time in the five languages, folded as `foldHeader` does. */
const UNITS: readonly (readonly [unit: RegExp, months: number, days: number])[] = [
  [/^(?:m|mo|mon|mth|mths|months?|monate?n?|mois|mes|meses|maand|maanden)?$/, 1, 0],
  [/^(?:y|yr|yrs|years?|j|jahre?n?|ans?|annees?|anos?|jaar|jaren)$/, 12, 0],
  [/^(?:w|wk|wks|weeks?|wochen?|semaines?|semanas?|weken)$/, 0, 7],
  [/^(?:d|days?|tage?n?|jours?|dias?|dag|dagen)$/, 0, 1],
];
const UNLIMITED =
  /^(?:unlimited|permanent|lifetime|never|unbegrenzt|unbefristet|dauerhaft|illimitee?|permanente?|ilimitad[oa]|indefinid[oa]|onbeperkt|onbepaald)$/;

/**
 * Adds a validity such as `24`, `24 months` or `2 Jahre` to a day. Null if it never ends, undefined if it is invalid or
 * there is no day from which it counts.
 */
export function dayAfter(day: string | undefined, validity: string): string | null | undefined {
  const folded = foldHeader(validity);
  if (UNLIMITED.test(folded)) return null;
  if (day === undefined) return undefined;
  // Folding removes signs.
  const given = /^\d/.test(validity) ? folded : '';
  const [, number, unit = ''] = /^0*([1-9]\d{0,3}) ?([a-z]*)$/.exec(given) ?? [];
  const [, months, days] = UNITS.find(([words]) => words.test(unit)) ?? [];
  if (number === undefined || months === undefined || days === undefined) return undefined;
  const date = new Date(`${day}T00:00Z`);
  const dayOfMonth = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() + Number(number) * months);
  // The last day of the month if it has fewer days.
  if (date.getUTCDate() !== dayOfMonth) date.setUTCDate(0);
  date.setUTCDate(date.getUTCDate() + Number(number) * days);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString().slice(0, 10);
}
