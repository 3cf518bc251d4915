import { isEmail } from '../../identity/accounts/email';
import { readMoment } from '../../records/dates';
import { readMark } from './cells';
import { foldHeader, onOneLine, ROLES, rolesOfHeader } from './column-words';
import type { PreviewedSheet } from './previews.dto';
import type { ColumnRole, ListKind } from './sources.dto';

type Guess = Pick<PreviewedSheet, 'headerRow' | 'kind' | 'columns' | 'reasons'>;

/** The first rows of a sheet; blank rows are empty. */
type Sample = readonly (readonly string[])[];

interface ColumnGuess {
  readonly header: string;
  readonly role: ColumnRole;
  readonly reason: string;
}

export function guessSheet(sample: Sample): Guess {
  const row = guessHeaderRow(sample);
  if (row === null) return { headerRow: null, kind: null, columns: {}, reasons: {} };
  const all = sample[row]!.map(onOneLine);
  const repeated = repeatedHeaders(all);
  const headers = all.map(header => (repeated.includes(header) ? '' : header));
  const cells = headers.map((_, index) =>
    sample
      .slice(row + 1)
      .map(each => each[index]?.trim() ?? '')
      .filter(cell => cell !== ''),
  );
  const kind = guessKind(headers, cells);
  const found = kind === null ? [] : guessColumns(kind, headers, cells);
  return {
    headerRow: row + 1,
    kind,
    columns: Object.fromEntries(found.map(({ header, role }) => [header, role])),
    reasons: Object.fromEntries(found.map(({ header, reason }) => [header, reason])),
  };
}

/** The headers that several columns have, which a source cannot name. */
export function repeatedHeaders(headers: readonly string[]): string[] {
  const folded = headers.map(foldHeader);
  return headers.filter(
    (header, index) =>
      header !== '' && folded.indexOf(folded[index]!) !== folded.lastIndexOf(folded[index]!),
  );
}

/** The wide row of distinct texts with the most known headers, or else the first such row. */
function guessHeaderRow(sample: Sample): number | null {
  const widths = sample.map(row => row.filter(cell => cell.trim() !== '').length);
  const widest = Math.max(...widths, 0);
  const rated = sample.map(row => {
    const texts = row.filter(cell => cell.trim() !== '');
    const isOfTexts = texts.every(
      text => !isDate(text) && !isEmail(text) && !/^[\d.,]+$/.test(text),
    );
    const known = texts.filter(text => rolesOfHeader(text).length > 0).length;
    const isDistinct = new Set(texts).size === texts.length || known > 1;
    const isWide = texts.length >= Math.max(2, widest / 2) || widest === texts.length;
    return texts.length === 0 || !isOfTexts || !isDistinct || !isWide ? -1 : known;
  });
  const best = Math.max(...rated, -1);
  return best === -1 ? null : rated.indexOf(best);
}

function guessKind(headers: readonly string[], cells: readonly string[][]): ListKind | null {
  const likeliest = headers.flatMap(header => rolesOfHeader(header)[0]?.role ?? []);
  const has = (...roles: ColumnRole[]) => likeliest.some(role => roles.includes(role));
  const isOfPeople = has('personCode', 'email', 'name', 'firstName', 'lastName');
  if (isGrid(headers, cells)) return 'requirements';
  if (has('profile') && has('achievement') && !isOfPeople) return 'requirements';
  const isOfDates = has('issued', 'expires', 'validFor', 'status', 'certificateNumber');
  if (has('achievement') && (isOfPeople || isOfDates)) return 'achievements';
  if (isOfPeople) return 'people';
  return cells.some(column => shareOf(column, isEmail) > 0.8) ? 'people' : null;
}

/** A grid has a row per profile and a column per achievement; nearly all cells after the first column are marks. */
function isGrid(headers: readonly string[], cells: readonly string[][]): boolean {
  const marks = cells.slice(1).flat();
  return (
    headers.length > 2 &&
    marks.length > 0 &&
    shareOf(marks, cell => readMark(cell) !== undefined) > 0.9
  );
}

function guessColumns(
  kind: ListKind,
  headers: readonly string[],
  cells: readonly string[][],
): ColumnGuess[] {
  if (kind === 'requirements' && isGrid(headers, cells)) return guessGrid(headers);
  const taken = new Set<ColumnRole>();
  const guesses = new Map<string, ColumnGuess>();
  const named = headers.flatMap(header =>
    rolesOfHeader(header).map(({ role, rank }, choice) => ({ header, role, rank, choice })),
  );
  named.sort((one, other) => one.choice - other.choice || one.rank - other.rank);
  for (const { header, role } of named) {
    if (guesses.has(header) || !ROLES[kind].includes(role)) continue;
    if (taken.has(role) && role !== 'profile') continue;
    taken.add(role);
    guesses.set(header, { header, role, reason: `The header names ${NAMES[role]}.` });
  }
  return headers.flatMap((header, index) => {
    const guess =
      guesses.get(header) ?? (header === '' ? null : byContent(kind, header, cells[index]!, taken));
    if (guess) taken.add(guess.role);
    return guess ? [guess] : [];
  });
}

function guessGrid([first, ...others]: readonly string[]): ColumnGuess[] {
  const named = others.filter(header => header !== '');
  return [
    { header: first!, role: 'profile' as const, reason: 'The first column of a grid of marks.' },
    ...named.map(header => ({
      header,
      role: 'mark' as const,
      reason: 'Its cells are marks or empty: the header is an achievement.',
    })),
  ];
}

/** For columns whose header is unknown. */
function byContent(
  kind: ListKind,
  header: string,
  cells: readonly string[],
  taken: ReadonlySet<ColumnRole>,
): ColumnGuess | null {
  const found = CONTENTS.find(
    ({ role, matches }) =>
      ROLES[kind].includes(role) && !taken.has(role) && shareOf(cells, matches) > 0.8,
  );
  return found ? { header, role: found.role, reason: `Its cells are ${found.are}.` } : null;
}

const isDate = (text: string) =>
  readMoment(text, null) !== undefined ||
  /^\d{1,2}[./]\d{1,2}[./]\d{4}(\s+\d{1,2}:\d\d.*)?$/.test(text);

const CONTENTS: readonly {
  readonly role: ColumnRole;
  readonly are: string;
  readonly matches: (cell: string) => boolean;
}[] = [
  { role: 'email', are: 'e-mail addresses', matches: isEmail },
  { role: 'issued', are: 'dates', matches: isDate },
  { role: 'expires', are: 'dates, and another column has dates before them', matches: isDate },
  {
    role: 'personCode',
    are: 'short codes',
    matches: cell => /^(?=.*\d)[\p{L}\d./-]{2,15}$/u.test(cell) && !isDate(cell),
  },
];

function shareOf(cells: readonly string[], matches: (cell: string) => boolean): number {
  return cells.length === 0 ? 0 : cells.filter(cell => matches(cell)).length / cells.length;
}

const NAMES: Readonly<Record<ColumnRole, string>> = {
  personCode: 'personnel numbers',
  name: 'people',
  firstName: 'first names',
  lastName: 'last names',
  email: 'e-mail addresses',
  department: 'departments',
  function: 'functions of affiliations',
  jobTitle: 'job titles',
  personType: 'types of employment',
  profile: 'job roles',
  hasLeft: 'people who left',
  achievement: 'trainings or certificates',
  type: 'types of achievements',
  status: 'a status or result',
  issued: 'when it was issued',
  expires: 'when it expires',
  validFor: 'how long it is valid',
  isRequired: 'whether it is required',
  certificateNumber: 'numbers of certificates',
  mark: 'an achievement',
};
