import { displayedText, type Row } from '@platform/spreadsheet';
import { comparable } from '../../http/hidden-characters';
import { remedyOfDate } from '../../records/dates';
import { uuidOf } from '../../records/ids';
import { RepeatedFaults } from '../faults';
import { type CellReading, expectedInstead, noticeOfNever } from '../stage-file';
import { CELLS, readWord, readYes } from './cells';
import { foldHeader } from './column-words';
import type { ListSheet } from './open-list';
import type { ColumnRole } from './sources.dto';

export interface Column {
  readonly role: ColumnRole;
  readonly header: string;
  readonly index: number;
}

export interface ListReading extends Omit<CellReading, 'ids'> {
  /** The organization that the IDs of rows are derived from. */
  readonly companyId: string;
  readonly today: string;
  readonly notices: string[];
  /** The headers by role, for each sheet. */
  readonly headers: ReadonlyMap<ColumnRole, string>[];
}

/** The cells of the current row of a sheet by their roles. An invalid cell is a fault and reads as null. */
export class ListRow {
  private readonly repeated: RepeatedFaults;
  private readonly words: ReadonlyMap<string, (text: string) => string | undefined>;
  private neverCount = 0;
  private row: Row = { line: 0, cells: [] };

  constructor(
    readonly sheet: ListSheet,
    readonly columns: readonly Column[],
    readonly reading: ListReading,
  ) {
    this.repeated = new RepeatedFaults(reading.faults);
    this.words = new Map(
      Object.entries(sheet.values).map(([role, words]) => [role, meaningOf(words)]),
    );
  }

  moveTo(row: Row): void {
    this.row = row;
  }

  end(): void {
    this.repeated.end();
    if (this.neverCount === 0) return;
    this.reading.notices.push(`${this.sheet.label}: ${noticeOfNever(this.neverCount, '')}`);
  }

  /** The id of a record that is new, by the text that names it. */
  id(file: Parameters<typeof uuidOf>[1], text: string): string {
    return uuidOf(this.reading.companyId, file, text);
  }

  /** Null without a column of the role, so that the stored values stay. */
  several(role: 'department' | 'profile'): string[] | null {
    const columns = this.columns.filter(column => column.role === role);
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

  word(role: 'status' | 'type' | 'function'): string | null {
    const text = this.text(role);
    if (text === null) return null;
    const read = this.words.get(role)?.(text) ?? readWord(role, text);
    if (read === undefined) {
      const known = Object.keys(this.sheet.values[role] ?? {})
        .slice(0, 20)
        .join(', ');
      const expected = `a ${role}, or a word that the source gives a meaning${known && `, such as ${known}`}`;
      this.fault(role, text, expected);
    }
    return read ?? null;
  }

  yes(role: 'hasLeft' | 'isRequired'): string {
    const text = this.text(role);
    const yes = text !== null && readYes(text, this.reading);
    if (yes === undefined) {
      const expected = 'a word such as yes, a mark such as x, a day, or nothing';
      this.faultAt(this.column(role), text!, expected, remedyOfDate(text!, this.reading.dates));
    }
    return String(yes ?? false);
  }

  read(role: ColumnRole): string | null {
    const column = this.column(role);
    const text = column && this.textAt(column);
    return column && text ? this.readText(column, text) : null;
  }

  private readText(column: Column, text: string): string | null {
    const type = CELLS[column.role]!;
    const { dates } = this.reading;
    const isProse = type.sql === 'text' && type.isProse && column.role !== 'email';
    const value = isProse ? text.normalize('NFC').replaceAll(/\s+/g, ' ') : text;
    const read = type.read(value, dates);
    if (read === undefined) this.faultAt(column, text, type.expected, type.remedy?.(value, dates));
    if (read === null) this.neverCount += 1;
    return read ?? null;
  }

  text(role: ColumnRole): string | null {
    const column = this.column(role);
    return column ? this.textAt(column) : null;
  }

  /** The text of a cell; null if it is empty or unusable. */
  textAt(column: Column): string | null {
    const { cells, details } = this.row;
    const cell = cells[column.index] ?? '';
    const detail = details?.get(column.index);
    const isText = CELLS[column.role]?.sql === 'text';
    const shown = isText ? displayedText(cell, detail) : cell;
    // Normalization would turn letters that only look like plain ones into these.
    const value = column.role === 'email' ? shown.trim() : comparable(shown);
    const unusable = expectedInstead(value, cell, detail);
    if (unusable !== null) this.faultAt(column, value, unusable);
    return unusable !== null || value === '' ? null : value;
  }

  fault(role: ColumnRole, value: string, expected: string, or?: ColumnRole): void {
    this.faultAt(this.column(role) ?? this.column(or), value, expected);
  }

  private column(role: ColumnRole | undefined): Column | undefined {
    return this.columns.find(each => each.role === role);
  }

  faultAt(column: Column | undefined, value: string, expected: string, remedy?: string): void {
    const [{ label: file }, { line }] = [this.sheet, this.row];
    this.repeated.add({ file, line, column: column?.header ?? null, value, expected, remedy });
  }
}

/** A name without differences in case and spaces, from which IDs are derived. */
export function foldName(name: string): string {
  return comparable(name).replaceAll(/\s+/g, ' ').toLowerCase();
}

/** Returns the meaning of a text: of the same word, or else of a word that differs in signs only, if there is one. */
function meaningOf(words: Readonly<Record<string, string>>) {
  const entries = Object.entries(words);
  const same = new Map(entries.map(([word, meaning]) => [foldName(word), meaning]));
  const alike = Map.groupBy(entries, ([word]) => foldHeader(word));
  return (text: string): string | undefined => {
    const meanings = alike.get(foldHeader(text))?.map(([, meaning]) => meaning);
    return same.get(foldName(text)) ?? (new Set(meanings).size === 1 ? meanings![0] : undefined);
  };
}
