import { copyText } from '@platform/db';
import { type Row, UnreadableFile } from '@platform/spreadsheet';
import { readMoment } from '../../records/dates';
import { cutText } from '../faults';
import { unreadable } from '../stage-file';
import { CELLS, dayAfter, readMark } from './cells';
import { foldHeader, onOneLine } from './column-words';
import { type Column, foldName, type ListReading, ListRow } from './list-row';
import type { ListSheet } from './open-list';

/** The line numbers of each sheet start at a multiple of this. */
export const LINES_OF_SHEET = 2 ** 21;

/** The columns of the temporary table `listed`, in the order of `copyListed`. */
export const LISTED_COLUMNS = [
  ...['line', 'kind', 'code', 'email', 'name', 'person_id', 'account_id', 'person_type'],
  ...['job_title', 'function', 'has_left', 'departments', 'department_ids', 'profiles'],
  ...['profile_ids', 'achievement', 'achievement_id', 'type', 'status', 'issued_at', 'expires_at'],
  ...['is_required', 'certificate_number'],
] as const;

/** The rows of all sheets in COPY's text format. An invalid value is a fault and becomes null. */
export async function* copyListed(
  sheets: readonly ListSheet[],
  reading: ListReading,
): AsyncGenerator<string> {
  for (const [index, sheet] of sheets.entries()) {
    try {
      yield* copySheet(sheet, index * LINES_OF_SHEET, reading);
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      reading.faults.add(unreadable(sheet.label, error));
    }
  }
}

type Listed = Partial<Record<(typeof LISTED_COLUMNS)[number], string | null>>;

const READERS = {
  people: readPerson,
  achievements: readAchievement,
  requirements: readRequirements,
} as const;

/** @throws UnreadableFile if the header does not match the source */
async function* copySheet(
  sheet: ListSheet,
  before: number,
  reading: ListReading,
): AsyncGenerator<string> {
  const { headerRow, kind } = sheet;
  let current: ListRow | null = null;
  for await (const rows of sheet.read()) {
    let text = '';
    for (const row of rows.filter(({ line }) => line >= headerRow)) {
      if (current === null) {
        current = new ListRow(sheet, readHeader(sheet, row, reading), reading);
        continue;
      }
      reading.progress.advance(1);
      current.moveTo(row);
      const own = { line: String(before + row.line), kind };
      for (const listed of READERS[kind](current)) text += copyLine({ ...listed, ...own });
    }
    yield text;
  }
  if (current === null) throw new UnreadableFile(headerRow, 'a row of headers, as in the source');
  current.end();
}

/** Finds the columns of a sheet in its header. @throws UnreadableFile if it does not match the source */
function readHeader(
  sheet: ListSheet,
  { line, cells }: Row,
  reading: Pick<ListReading, 'notices' | 'headers'>,
): Column[] {
  const { label, headerRow, columns, ignoredColumns, kind } = sheet;
  const roles = new Map(Object.entries(columns).map(([name, role]) => [foldHeader(name), role]));
  const ignored = new Set(ignoredColumns.map(foldHeader));
  const headers = cells.map(onOneLine);
  const folded = headers.map(foldHeader);
  const missing = Object.keys(columns).filter(
    name => columns[name] !== 'mark' && !folded.includes(foldHeader(name)),
  );
  const twice = headers.find(
    (_, index) => roles.has(folded[index]!) && folded.indexOf(folded[index]!) !== index,
  );
  const shown = headers.filter(name => name !== '').slice(0, 30);
  const has = cutText(shown.join(', '), 500) || 'nothing';
  if (line !== headerRow) {
    const expected = `headers in row ${headerRow}, as the source says; it is blank, and row ${line} has ${has}`;
    throw new UnreadableFile(headerRow, expected);
  }
  if (missing.length > 0 || twice !== undefined) {
    const what =
      twice === undefined ? `the columns ${quoted(missing)}` : `once the column ${quoted([twice])}`;
    const expected = `${what} in row ${headerRow}, as the source names them; the row has ${has}`;
    throw new UnreadableFile(headerRow, expected);
  }
  const isGrid = kind === 'requirements' && !Object.values(columns).includes('achievement');
  const found = headers.flatMap((header, index): Column[] => {
    const role = roles.get(folded[index]!) ?? (isGrid ? 'mark' : undefined);
    const isRead = header !== '' && role !== undefined && !ignored.has(folded[index]!);
    return isRead ? [{ role, header, index }] : [];
  });
  const unread = headers.filter(
    (header, index) =>
      header !== '' && !ignored.has(folded[index]!) && found.every(each => each.index !== index),
  );
  if (unread.length > 0) {
    const names = quoted(unread.slice(0, 20));
    const notice = `${label}: not read, since the source does not name them: ${names}.`;
    reading.notices.push(notice);
  }
  reading.headers.push(new Map(found.toReversed().map(({ role, header }) => [role, header])));
  return found;
}

const quoted = (names: readonly string[]) => names.map(name => JSON.stringify(name)).join(', ');

function readPerson(row: ListRow): Listed[] {
  const person = readWho(row);
  const key = person.code ?? person.email?.toLowerCase() ?? null;
  if (key === null) {
    row.fault('personCode', '', 'a personnel number or an e-mail', 'email');
    return [];
  }
  const departments = row.several('department');
  const profiles = row.several('profile');
  return [
    {
      ...person,
      person_id: row.id('members.csv', key),
      account_id: row.id('accounts.csv', key),
      person_type: row.read('personType'),
      job_title: row.read('jobTitle'),
      function: row.word('function'),
      has_left: row.yes('hasLeft'),
      departments: arrayOf(departments),
      department_ids: arrayOf(departments?.map(name => row.id('departments.csv', foldName(name)))),
      profiles: arrayOf(profiles),
      profile_ids: arrayOf(profiles?.map(name => row.id('profiles.csv', foldName(name)))),
    },
  ];
}

function readAchievement(row: ListRow): Listed[] {
  const status = row.word('status') ?? 'Valid';
  if (status === 'ignore') return [];
  const person = readWho(row);
  const isNamed = Object.values(person).some(text => text !== null);
  const achievement = row.read('achievement');
  if (!isNamed) row.fault('personCode', '', 'a personnel number, an e-mail or a name', 'name');
  if (achievement === null) row.fault('achievement', '', CELLS.achievement!.expected);
  if (!isNamed || achievement === null) return [];
  return [
    {
      ...person,
      ...readNamed(row, achievement),
      status,
      issued_at: row.read('issued'),
      expires_at: readExpiry(row),
      is_required: row.yes('isRequired'),
      certificate_number: row.read('certificateNumber'),
    },
  ];
}

function readRequirements(row: ListRow): Listed[] {
  const profile = row.read('profile');
  if (profile === null) {
    row.fault('profile', '', CELLS.profile!.expected);
    return [];
  }
  const own = {
    profiles: arrayOf([profile]),
    profile_ids: arrayOf([row.id('profiles.csv', foldName(profile))]),
  };
  const marked = row.columns
    .filter(({ role }) => role === 'mark')
    .flatMap(column => {
      const text = row.textAt(column);
      const isRequired = text !== null && readMark(text);
      if (isRequired === undefined) row.faultAt(column, text!, 'a mark such as x, or nothing');
      return isRequired === true ? [column.header] : [];
    });
  const single = row.columns.some(({ role }) => role === 'achievement')
    ? row.read('achievement')
    : null;
  return [...marked, ...(single === null ? [] : [single])].map(achievement => ({
    ...own,
    ...readNamed(row, achievement),
  }));
}

/** `Lovelace, Ada`, but not `Martin King, Jr.` */
const LAST_NAME_FIRST = /^([^,]+),(?!\s*(?:[js]r|i{2,3}|iv|ph\.?\s?d)\.?$)([^,]+)$/i;

function readWho(row: ListRow): { code: string | null; email: string | null; name: string | null } {
  const [first, last] = [row.read('firstName'), row.read('lastName')];
  const parts = [first, last].filter(part => part !== null).join(' ');
  const [, behind, before] = LAST_NAME_FIRST.exec(row.read('name') ?? '') ?? [];
  const name = before ? `${before.trim()} ${behind!.trim()}` : row.read('name');
  return {
    code: row.read('personCode'),
    email: row.read('email'),
    name: name ?? (parts || null),
  };
}

function readNamed(row: ListRow, achievement: string) {
  const { type } = row.sheet;
  const given = row.word('type') ?? type;
  return {
    achievement,
    achievement_id: row.id('achievements.csv', foldName(achievement)),
    type: given && CELLS.type!.read(given, null),
  };
}

/** The expiry, from its own column or from the period of validity. */
function readExpiry(row: ListRow): string | null {
  if (row.text('expires') !== null) return row.read('expires');
  const validity = row.text('validFor');
  if (validity === null) return null;
  const issued = readMoment(row.text('issued') ?? '', row.reading.dates);
  const day = dayAfter(issued?.day, validity);
  if (day === null) return null;
  if (day === undefined) {
    const expected = 'a time such as 24 months or 2 years, beside the day from which it counts';
    row.fault('validFor', validity, expected);
    return null;
  }
  return CELLS.expires!.read(day, row.reading.dates) ?? null;
}

function copyLine(listed: Listed): string {
  return `${LISTED_COLUMNS.map(name => copyText(listed[name] ?? null)).join('\t')}\n`;
}

function arrayOf(values: readonly string[] | null | undefined): string | null {
  if (!values) return null;
  return `{${values.map(value => `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`).join()}}`;
}
