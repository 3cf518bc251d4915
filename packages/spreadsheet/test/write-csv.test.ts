import { text } from 'node:stream/consumers';
import { type Column, writeCsv } from '@platform/spreadsheet';
import { ada, batches, columns, failing, named, names, nobody, type Person } from './people';

const write = (columnsOfFile: readonly Column<Person>[], ...rows: Person[][]) =>
  text(writeCsv(columnsOfFile, batches(...rows)));

test('CSV has a byte order mark, a header, CRLF at the end of every line, and empty fields for null', async () => {
  expect(await write(columns, [ada], [{ ...nobody, isHere: false }])).toBe(
    '\uFEFFname,age,score,isHere,born,seen\r\n' +
      'Ada,-36,-0.5,true,1915-12-10,2026-10-31T23:00:00.250+00:00\r\n' +
      ',,,false,,\r\n',
  );
});

test('CSV quotes digits with leading zeros, which some spreadsheets then keep', async () => {
  const rows = named('00042', '42', '0.5', '0', '2026-01');
  expect(await write(names, rows)).toBe('\uFEFFname\r\n"00042"\r\n42\r\n0.5\r\n0\r\n2026-01\r\n');
});

test('CSV without rows has only a header', async () => {
  expect(await write(names)).toBe('\uFEFFname\r\n');
});

test.each([
  ['Lovelace, Ada', '"Lovelace, Ada"'],
  ['the "Countess"', '"the ""Countess"""'],
  ['two\nlines', '"two\nlines"'],
  ['two\r\nlines', '"two\r\nlines"'],
  [' spaces ', ' spaces '],
  ['Łódź 東京', 'Łódź 東京'],
  // Spreadsheets would calculate these,
  ['=1+1', "'=1+1"],
  ['+44 20', "'+44 20"],
  ['-1', "'-1"],
  ['@sum', "'@sum"],
  ['\ttab', '"\'\ttab"'],
  ['\rreturn', '"\'\rreturn"'],
  ['="a"', `"'=""a"""`],
  // these if they split at semicolons, as they do in many locales,
  ['a;=1+1', `"'a;'=1+1"`],
  ['a;b;-1;@c', `"'a;b;'-1;'@c"`],
  ['=1;+2', `"'=1;'+2"`],
  ['a; b', '"a; b"'],
  // these if they split at another separator or any line break,
  ['a\t=1+1', '"\'a\t\'=1+1"'],
  ['a\n=1+1', '"\'a\n\'=1+1"'],
  ['a\r\n=1\n-2', "\"'a\r\n'=1\n'-2\""],
  ['a,@sum', '"\'a,\'@sum"'],
  ['a|+1', "'a|'+1"],
  ['a\u2028=1', "'a\u2028'=1"],
  ['a;\t=1', '"\'a;\t\'=1"'],
  ['\t=1', '"\'\t\'=1"'],
  ['a\t\tb', '"a\t\tb"'],
  // and these by full-width operators.
  ['＝1', "'＝1"],
  ['＋1;－2', `"'＋1;'－2"`],
  ['a\t＠sum', '"\'a\t\'＠sum"'],
  // They would not calculate these.
  ["'=1", "'=1"],
  [' =1', ' =1'],
  ['1=1', '1=1'],
  ['ladders - safe', 'ladders - safe'],
])('text %j is the field %j', async (name, field) => {
  expect(await write(names, named(name))).toBe(`\uFEFFname\r\n${field}\r\n`);
});

test.each(['=1+1', 'a;=1', '@sum'])('the formula %j is kept on request', async name => {
  const written = text(writeCsv(names, batches(named(name)), { keepsFormulas: true }));
  expect((await written).replaceAll('"', '')).toBe(`\uFEFFname\r\n${name}\r\n`);
});

test('CSV fails with the error of its rows', async () => {
  await expect(text(writeCsv(names, failing(named('Ada'))))).rejects.toThrow('the database left');
});
