import { copyText } from '@platform/db';
import { displayedText, type Row, UnreadableFile } from '@platform/spreadsheet';
import { type DateForm, readMoment, remedyOfDate } from '../../records/dates';
import { comparable } from '../../records/hidden-characters';
import { uuidOf } from '../../records/ids';
import { type FaultList, RepeatedFaults } from '../faults';
import type { ImportProgress } from '../progress';
import { expectedInstead, noticeOfNever, unreadable } from '../stage-file';
import { CELLS, dayAfter, readMark, readWord, readYes } from './cells';
import { foldHeader } from './column-words';
import type { ListSheet } from './open-list';
import type { ColumnRole } from './sources.dto';

/** The line numbers of each sheet start at a multiple of this. */
export const LINES_OF_SHEET = 2 ** 21;

/** The columns of the temporary table `listed`, in the order of `copyListed`. */
export const LISTED_COLUMNS = [
  ...['line', 'kind', 'code', 'email', 'name', 'person_id', 'account_id', 'person_type'],
  ...['job_title', 'function', 'has_left', 'departments', 'department_ids', 'profiles'],
  ...['profile_ids', 'achievement', 'achievement_id', 'type', 'status', 'issued_at', 'expires_at'],
  ...['is_required', 'certificate_number'],
] as const;

interface Column {
  readonly role: ColumnRole;
  readonly header: string;
  readonly index: number;
}

/** How a list is read, and what was found. */
export interface ListReading {
  /** The organization that the IDs of rows are derived from. */
  readonly companyId: string;
  readonly dates: DateForm;
  readonly today: string;
  readonly faults: FaultList;
  readonly notices: string[];
  readonly progress: Pick<ImportProgress, 'advance'>;
  /** The headers by role, for each sheet. */
  readonly headers: ReadonlyMap<ColumnRole, string>[];
}

/** The rows of all sheets in COPY's text format. An invalid value is a fault and becomes null. */
export async function* copyListed(
  sheets: readonly ListSheet[],
  reading: ListReading,
): AsyncGenerator<string> {
  for (const [index, sheet] of sheets.entries()) {
    const reader = new SheetReader(sheet, index * LINES_OF_SHEET, reading);
    try {
      for await (const rows of sheet.read()) yield rows.map(row => reader.take(row)).join('');
      reader.end();
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      reading.faults.add(unreadable(sheet.label, error));
    }
  }
}

class SheetReader {
  private columns: readonly Column[] | null = null;
  private readonly alike: RepeatedFaults;
  private readonly words: ReadonlyMap<string, ReadonlyMap<string, string>>;
  private neverCount = 0;
  private row: Row = { line: 0, cells: [] };

  constructor(
    private readonly sheet: ListSheet,
    private readonly before: number,
    private readonly reading: ListReading,
  ) {
    this.alike = new RepeatedFaults(reading.faults);
    this.words = new Map(
      Object.entries(sheet.values).map(([role, words]) => [
        role,
        new Map(Object.entries(words).map(([word, meaning]) => [foldHeader(word), meaning])),
      ]),
    );
  }

  /** @throws UnreadableFile if the header does not match the source */
  take(row: Row): string {
    const { headerRow, kind } = this.sheet;
    if (row.line < headerRow) return '';
    this.row = row;
    if (this.columns === null) {
      this.columns = this.readHeader(row);
      return '';
    }
    this.reading.progress.advance(1);
    if (kind === 'people') return this.person();
    return kind === 'achievements' ? this.achievement() : this.requirements();
  }

  end(): void {
    const { label, headerRow } = this.sheet;
    if (this.columns === null)
      throw new UnreadableFile(headerRow, 'a row of headers, as in the source');
    this.alike.end();
    if (this.neverCount === 0) return;
    this.reading.notices.push(`${label}: ${noticeOfNever(this.neverCount, '')}`);
  }

  private readHeader({ line, cells }: Row): Column[] {
    const { label, headerRow, columns, ignoredColumns, kind } = this.sheet;
    const roles = new Map(Object.entries(columns).map(([name, role]) => [foldHeader(name), role]));
    const ignored = new Set(ignoredColumns.map(foldHeader));
    const headers = cells.map(cell => cell.replaceAll(/\s+/g, ' ').trim());
    const folded = headers.map(foldHeader);
    const missing = Object.keys(columns).filter(
      name => columns[name] !== 'mark' && !folded.includes(foldHeader(name)),
    );
    const twice = folded.find((name, index) => roles.has(name) && folded.indexOf(name) !== index);
    const shown = headers.filter(name => name !== '').slice(0, 30);
    const has = shown.join(', ').slice(0, 500) || 'nothing';
    if (line !== headerRow) {
      const expected = `headers in row ${headerRow}, as the source says; it is blank, and row ${line} has ${has}`;
      throw new UnreadableFile(headerRow, expected);
    }
    if (missing.length > 0 || twice !== undefined) {
      const what =
        twice === undefined
          ? `the columns ${quoted(missing)}`
          : `once the column ${quoted([twice])}`;
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
      this.reading.notices.push(notice);
    }
    this.reading.headers.push(
      new Map(found.toReversed().map(({ role, header }) => [role, header])),
    );
    return found;
  }

  private person(): string {
    const person = this.who();
    const key = person.code ?? person.email?.toLowerCase() ?? null;
    if (key === null) {
      this.fault('personCode', '', 'a personnel number or an e-mail', 'email');
      return '';
    }
    const departments = this.several('department');
    const profiles = this.several('profile');
    return this.line({
      ...person,
      person_id: this.id('members.csv', key),
      account_id: this.id('accounts.csv', key),
      person_type: this.read('personType'),
      job_title: this.read('jobTitle'),
      function: this.word('function'),
      has_left: this.yes('hasLeft'),
      departments: arrayOf(departments),
      department_ids: arrayOf(departments?.map(name => this.id('departments.csv', foldName(name)))),
      profiles: arrayOf(profiles),
      profile_ids: arrayOf(profiles?.map(name => this.id('profiles.csv', foldName(name)))),
    });
  }

  private achievement(): string {
    const status = this.word('status') ?? 'Valid';
    if (status === 'ignore') return '';
    const person = this.who();
    const isNamed = Object.values(person).some(text => text !== null);
    const achievement = this.read('achievement');
    if (!isNamed) this.fault('personCode', '', 'a personnel number, an e-mail or a name', 'name');
    if (achievement === null) this.fault('achievement', '', CELLS.achievement!.expected);
    if (!isNamed || achievement === null) return '';
    return this.line({
      ...person,
      ...this.named(achievement),
      status,
      issued_at: this.read('issued'),
      expires_at: this.expiry(),
      is_required: this.yes('isRequired'),
      certificate_number: this.read('certificateNumber'),
    });
  }

  private requirements(): string {
    const profile = this.read('profile');
    if (profile === null) {
      this.fault('profile', '', CELLS.profile!.expected);
      return '';
    }
    const own = {
      profiles: arrayOf([profile]),
      profile_ids: arrayOf([this.id('profiles.csv', foldName(profile))]),
    };
    const marked = this.columns!.filter(({ role }) => role === 'mark').flatMap(column => {
      const text = this.textAt(column);
      const isRequired = text !== null && readMark(text);
      if (isRequired === undefined) this.faultAt(column, text!, 'a mark such as x, or nothing');
      return isRequired === true ? [column.header] : [];
    });
    const single = this.columns!.some(({ role }) => role === 'achievement')
      ? this.read('achievement')
      : null;
    return [...marked, ...(single === null ? [] : [single])]
      .map(achievement => this.line({ ...own, ...this.named(achievement) }))
      .join('');
  }

  private who(): { code: string | null; email: string | null; name: string | null } {
    const [first, last] = [this.read('firstName'), this.read('lastName')];
    const parts = [first, last].filter(part => part !== null).join(' ');
    const [, behind, before] = /^([^,]+),\s*([^,]+)$/.exec(this.read('name') ?? '') ?? [];
    const name = before ? `${before.trim()} ${behind!.trim()}` : this.read('name');
    return {
      code: this.read('personCode'),
      email: this.read('email'),
      name: name ?? (parts || null),
    };
  }

  private named(achievement: string) {
    const { type } = this.sheet;
    const given = this.word('type') ?? type;
    return {
      achievement,
      achievement_id: this.id('achievements.csv', foldName(achievement)),
      type: given && CELLS.type!.read(given, null),
    };
  }

  /** The expiry, from its own column or from the period of validity. */
  private expiry(): string | null {
    if (this.text('expires') !== null) return this.read('expires');
    const validity = this.text('validFor');
    if (validity === null) return null;
    const issued = readMoment(this.text('issued') ?? '', this.reading.dates);
    const day = issued && dayAfter(issued.day, validity);
    if (day === null) return null;
    if (day === undefined) {
      const expected = 'a time such as 24 months or 2 years, beside the day from which it counts';
      this.fault('validFor', validity, expected);
      return null;
    }
    return CELLS.expires!.read(day, this.reading.dates) ?? null;
  }

  /** Null if there is no such column, so that the stored values stay. */
  private several(role: 'department' | 'profile'): string[] | null {
    const columns = this.columns!.filter(column => column.role === role);
    if (columns.length === 0) return null;
    const { separator } = this.sheet;
    const texts = columns.flatMap(column => {
      const text = this.textAt(column);
      if (text === null) return [];
      const names = separator === null ? [text] : text.split(separator).map(name => name.trim());
      return names.filter(name => name !== '').flatMap(name => this.readText(column, name) ?? []);
    });
    return [...new Map(texts.map(name => [foldName(name), name])).values()];
  }

  private word(role: 'status' | 'type' | 'function'): string | null {
    const text = this.text(role);
    if (text === null) return null;
    const words = this.words.get(role) ?? new Map<string, string>();
    const read = words.get(foldHeader(text)) ?? readWord(role, text);
    if (read === undefined) {
      const known = Object.keys(this.sheet.values[role] ?? {})
        .slice(0, 20)
        .join(', ');
      const expected = `a word that the source gives a meaning${known && `, such as ${known}`}`;
      this.fault(role, text, expected);
    }
    return read ?? null;
  }

  private yes(role: 'hasLeft' | 'isRequired'): string {
    const text = this.text(role);
    const yes = text !== null && readYes(text, this.reading);
    if (yes === undefined) {
      const expected = 'a word such as yes, a mark such as x, a day, or nothing';
      this.faultAt(this.column(role), text!, expected, remedyOfDate(text!, this.reading.dates));
    }
    return String(yes ?? false);
  }

  private read(role: ColumnRole): string | null {
    const column = this.column(role);
    const text = column && this.textAt(column);
    return column && text ? this.readText(column, text) : null;
  }

  private readText(column: Column, text: string): string | null {
    const type = CELLS[column.role]!;
    const { dates } = this.reading;
    const value =
      type.sql === 'text' && type.isProse ? text.normalize('NFC').replaceAll(/\s+/g, ' ') : text;
    const read = type.read(value, dates);
    if (read === undefined) this.faultAt(column, text, type.expected, type.remedy?.(value, dates));
    if (read === null) this.neverCount += 1;
    return read ?? null;
  }

  private text(role: ColumnRole): string | null {
    const column = this.column(role);
    return column ? this.textAt(column) : null;
  }

  /** The text of a cell; null if it is empty or unusable. */
  private textAt(column: Column): string | null {
    const { cells, details } = this.row;
    const cell = cells[column.index] ?? '';
    const detail = details?.get(column.index);
    const isText = CELLS[column.role]?.sql === 'text';
    const value = comparable(isText ? displayedText(cell, detail) : cell);
    const unusable = expectedInstead(value, cell, detail);
    if (unusable !== null) this.faultAt(column, value, unusable);
    return unusable !== null || value === '' ? null : value;
  }

  private fault(role: ColumnRole, value: string, expected: string, or?: ColumnRole): void {
    this.faultAt(this.column(role) ?? this.column(or), value, expected);
  }

  private column(role: ColumnRole | undefined): Column | undefined {
    return this.columns!.find(each => each.role === role);
  }

  private faultAt(
    column: Column | undefined,
    value: string,
    expected: string,
    remedy?: string,
  ): void {
    const [{ label: file }, { line }] = [this.sheet, this.row];
    this.alike.add({ file, line, column: column?.header ?? null, value, expected, remedy });
  }

  private id(file: Parameters<typeof uuidOf>[1], text: string): string {
    return uuidOf(this.reading.companyId, file, text);
  }

  private line(values: Partial<Record<(typeof LISTED_COLUMNS)[number], string | null>>): string {
    const own = { line: String(this.before + this.row.line), kind: this.sheet.kind };
    const all: Partial<Record<string, string | null>> = { ...values, ...own };
    return `${LISTED_COLUMNS.map(name => copyText(all[name] ?? null)).join('\t')}\n`;
  }
}

const quoted = (names: readonly string[]) => names.map(name => JSON.stringify(name)).join(', ');

/** A name without differences in case and spaces, from which IDs are derived. */
function foldName(name: string): string {
  return comparable(name).replaceAll(/\s+/g, ' ').toLowerCase();
}

function arrayOf(values: readonly string[] | null | undefined): string | null {
  if (!values) return null;
  return `{${values.map(value => `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`).join()}}`;
}
