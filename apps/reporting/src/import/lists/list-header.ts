import { type Row, UnreadableFile } from '@platform/spreadsheet';
import { foldHeader, onOneLine } from './column-words';
import type { Column, ListReading } from './list-row';
import type { ListSheet } from './open-list';

/** Finds the columns of a sheet in its header. @throws UnreadableFile if it does not match the source */
export function readHeader(
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
  const has = shown.join(', ').slice(0, 500) || 'nothing';
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
