import { keptEmail } from '../../access/accounts/fold-email';
import { measurements } from '../../reports/compliance/measurements';

/** What a column of an import file holds. */
export interface ColumnType {
  /** What a value has to be, for people: `a UUID`. */
  readonly expected: string;
  readonly isOptional: boolean;
  /** The value as the database reads it; undefined when it is not what is expected. */
  read(value: string): string | undefined;
}

function matching(expected: string, pattern: RegExp): ColumnType {
  return {
    expected,
    isOptional: false,
    read: value => (pattern.test(value) ? value : undefined),
  };
}

/** The same, or an empty cell. */
export function optional(type: ColumnType): ColumnType {
  return { ...type, expected: `${type.expected}, or nothing`, isOptional: true };
}

export const uuid = matching(
  'a UUID',
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
);

export const flag = matching('true or false', /^(?:true|false)$/);

export const handle = matching(
  'a handle of letters, digits, . _ and -, at most 100, the first a letter or a digit',
  /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/,
);

const address = matching(
  'an e-mail address of at most 254 characters',
  /^(?=.{3,254}$)[^\s@\0-\x1f]+@[^\s@\0-\x1f]+$/,
);

/** As accounts keep it, since not every database folds letters outside ASCII. */
export const email: ColumnType = {
  ...address,
  read(value) {
    const read = address.read(value);
    return read === undefined ? undefined : keptEmail(read);
  },
};

/** Text of at most `length` characters. PostgreSQL counts code points, and stores no NUL. */
export function text(length: number): ColumnType {
  return {
    expected: `text of at most ${length} characters, without NUL, not only blanks`,
    isOptional: false,
    read(value) {
      if (value.includes('\0') || value.trim() === '') return undefined;
      return value.length <= length || Array.from(value).length <= length ? value : undefined;
    },
  };
}

/** One of a few words, in exactly this spelling. */
export function oneOf(...words: readonly string[]): ColumnType {
  const known = new Set(words);
  return {
    expected: `one of ${words.join(', ')}`,
    isOptional: false,
    read: value => (known.has(value) ? value : undefined),
  };
}

/** A whole number from 0 on that a database integer holds. */
export const count: ColumnType = {
  expected: 'a whole number from 0 to 2147483647',
  isOptional: false,
  read: value => (/^\d{1,10}$/.test(value) && Number(value) < 2 ** 31 ? value : undefined),
};

const countsAchievements = measurements.filter(({ counts }) => counts === 'achievements');

/** The name of a measurement that counts achievements, stored as its key. */
export const achievementType: ColumnType = {
  expected: `one of ${countsAchievements.map(({ name }) => name).join(', ')}`,
  isOptional: false,
  read: value => countsAchievements.find(({ name }) => name === value)?.key.toString(),
};

/** A measurement by its key, or by its name. */
export const measurement: ColumnType = {
  expected: 'the key of a measurement, 1 to 12, or its name',
  isOptional: false,
  read: value =>
    measurements.find(({ key, name }) => String(key) === value || name === value)?.key.toString(),
};
