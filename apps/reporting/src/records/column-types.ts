import { measurements } from '../compliance/measurements';
import { isInvisible, withoutDirectionMarks } from '../http/hidden-characters';
import { isUuid } from '../http/identifiers';
import { isEmail, keptEmail } from '../identity/accounts/email';
import type { DateForm } from './dates';

export interface ImportColumnType {
  readonly sql: string;
  /** For messages, such as `a UUID`. */
  readonly expected: string;
  /** Whether a cell may be empty. */
  readonly isOptional?: true;
  /** Whether a remedy concerns a format that all cells of the column share. */
  readonly hasForm?: true;
  /** Whether it is text for people, which keeps all its characters; other types are normalized (`comparable`). */
  readonly isProse?: boolean;
  /** The value for the database; null for no value, undefined if invalid. The input is trimmed and not empty. */
  read(value: string, dates: DateForm | null): string | null | undefined;
  /** The cell for a stored value; absent if they are equal. */
  write?(stored: string | number | readonly string[]): string;
  /** How to correct a common mistake. */
  remedy?(value: string, dates: DateForm | null): string | undefined;
}

function matching(
  sql: string,
  expected: string,
  matches: (value: string) => boolean,
): ImportColumnType {
  const read = (value: string) => (matches(value) ? value : undefined);
  return { sql, expected, read };
}

export function optional(type: ImportColumnType): ImportColumnType {
  return { ...type, expected: `${type.expected}, or nothing`, isOptional: true };
}

export const uuid = matching('uuid', 'a UUID', isUuid);

/** As spreadsheets in English, German, French, Spanish, Portuguese, Italian and other languages write them. */
const TRUE =
  'true yes 1 ja oui sí si sim sì da tak ano áno kyllä igen evet да wahr vrai verdadero verdadeiro vero waar prawda sand sann sant tosi pravda igaz doğru истина adevărat';
const FALSE =
  'false no 0 nein non não nee nej nei nie ne ei nem hayır nu нет falsch faux falso onwaar fałsz falsk usann falskt epätosi nepravda hamis yanliş ложь fals';
const FLAGS = new Map([
  ...TRUE.split(' ').map(word => [word, 'true'] as const),
  ...FALSE.split(' ').map(word => [word, 'false'] as const),
]);

export const flag: ImportColumnType = {
  sql: 'boolean',
  expected: 'true or false, yes or no, 1 or 0',
  read: value => FLAGS.get(value.toLowerCase()) ?? FLAGS.get(value.toLocaleLowerCase('tr')),
};

export const handle = matching(
  'text',
  'a handle of letters, digits, . _ and -, at most 100, the first a letter or a digit',
  value => /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(value),
);

/** Folded as in accounts, because some databases only fold ASCII. */
export const email: ImportColumnType = {
  sql: 'text',
  expected: 'an e-mail address of at most 254 characters',
  // Normalization would turn letters that only look like plain ones into these.
  isProse: true,
  read: value => (isEmail(value) ? keptEmail(value) : undefined),
  remedy(value) {
    if (/[<>():"\\[\]]/.test(value)) return 'the address alone, without < > ( ) : " \\ [ ]';
    return /[\s;,]/.test(value)
      ? 'one address without spaces; every account has its own'
      : undefined;
  },
};

const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

/** One line of at most `length` code points, which PostgreSQL counts as characters. */
export function text(length: number): ImportColumnType {
  return {
    sql: 'text',
    expected: `text of at most ${length} characters`,
    isProse: true,
    read(value) {
      if (value === '' || CONTROL.test(value)) return undefined;
      return value.length <= length || Array.from(value).length <= length ? value : undefined;
    },
    remedy: value =>
      CONTROL.test(value) ? 'without line breaks, tabs and other control characters' : undefined,
  };
}

/** Of at most `length` code points, without the direction marks of copied texts, which accounts by hand may not have. */
export function personName(length: number): ImportColumnType {
  const type = text(length);
  return {
    ...type,
    read(value, dates) {
      const name = withoutDirectionMarks(value).trim();
      return isInvisible(name) ? undefined : type.read(name, dates);
    },
  };
}

/** A page that people can open from a report. */
export const link: ImportColumnType = {
  ...matching(
    'text',
    'a URL of at most 500 characters that begins with https://',
    value => /^https:\/\/[\x21-\x7e]{1,492}$/.test(value) && URL.canParse(value),
  ),
  isProse: true,
};

/** A value of an enumerated type, spelled exactly. */
export function oneOf(sql: string, ...words: readonly string[]): ImportColumnType {
  return {
    ...matching(sql, `one of ${words.join(', ')}`, value => words.includes(value)),
    remedy(value) {
      const similar = words.find(word => fold(word) === fold(value));
      return similar && `write ${similar}`;
    },
  };
}

function fold(word: string): string {
  return word.toLowerCase().replaceAll(/[^a-z]/g, '');
}

export const STANDING_STATUSES = [
  'Not Completed',
  'Self-Assessed',
  'Submitted',
  'Validated',
  'Needs Training',
  'Not Applicable',
  'Expired',
] as const;

/** A non-negative database integer. */
export const count: ImportColumnType = {
  sql: 'integer',
  expected: 'a whole number from 0 to 2147483647',
  read: value => (/^\d{1,10}$/.test(value) && Number(value) < 2 ** 31 ? value : undefined),
  remedy: value => (/^\d+[.,' ]\d+/.test(value) ? 'without decimals and separators' : undefined),
};

const countsAchievements = measurements.filter(({ counts }) => counts === 'achievements');

export const achievementTypes = countsAchievements.map(({ name }) => name);

/** The name of a measurement that counts achievements, stored as its key. */
export const achievementType: ImportColumnType = {
  ...oneOf('smallint', ...achievementTypes),
  read: value => countsAchievements.find(({ name }) => name === value)?.key.toString(),
  write: stored => countsAchievements.find(({ key }) => key === stored)!.name,
};

export const measurement: ImportColumnType = {
  sql: 'smallint',
  expected: 'the key of a measurement, 1 to 12, or its name',
  read: value =>
    measurements.find(({ key, name }) => String(key) === value || name === value)?.key.toString(),
};

const CATEGORIES: readonly string[] = ['Primary', 'Secondary'];

/** The item of a monthly statistic, stored as its number. */
export const category: ImportColumnType = {
  ...oneOf('smallint', ...CATEGORIES),
  read: value => {
    const index = CATEGORIES.indexOf(value);
    return index === -1 ? undefined : String(index + 1);
  },
  write: stored => CATEGORIES[Number(stored) - 1]!,
};

/** A share from 0 to 1, with a decimal point or comma. */
export const share: ImportColumnType = {
  sql: 'numeric',
  expected: 'a number from 0 to 1, such as 0.875',
  read: value =>
    /^(?:0?[.,]\d{1,20}|0|1(?:[.,]0{1,20})?)$/.test(value) ? value.replace(',', '.') : undefined,
  remedy: value => (value.includes('%') ? 'format the column as a number' : undefined),
};

/** A list of IDs, each of which is read on its own. */
export const ids: ImportColumnType = {
  sql: 'uuid[]',
  expected: 'ids separated by ;, or nothing',
  isOptional: true,
  read: () => undefined,
  write: stored => (stored as readonly string[]).join(';'),
};
