import { type Row, readCsv } from '@platform/spreadsheet';

async function read(content: string, size: number): Promise<Row[]> {
  async function* pieces() {
    const bytes = Buffer.from(content);
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const rows: Row[] = [];
  for await (const batch of readCsv(pieces())) rows.push(...batch);
  return rows;
}

const content = 'a,b\r\n1,"x\r\ny, ""z"""\r\nŁ,4\r\n,\r\n"",last';
const rows = [
  { line: 1, cells: ['a', 'b'] },
  { line: 2, cells: ['1', 'x\r\ny, "z"'] },
  { line: 4, cells: ['Ł', '4'] },
  { line: 6, cells: ['', 'last'] },
];

test.each([1, 2, 3, 5, 7, 11, 1_000])(
  'in pieces of %i bytes, records and their lines are the same',
  async size => {
    expect(await read(content, size)).toEqual(rows);
  },
);

test('lines may end with CR alone, as Excel for Mac writes them', async () => {
  const text = 'a,b\r1,"x\ry"\r2,z\r';
  expect(await read(text, 1_000)).toEqual([
    { line: 1, cells: ['a', 'b'] },
    { line: 2, cells: ['1', 'x\ny'] },
    { line: 4, cells: ['2', 'z'] },
  ]);
});

test('line numbers continue after a batch with quotes', async () => {
  const long = `${'"q",1\n'.repeat(50)}${'p,2\n'.repeat(50)}`;
  for (const size of [10, 333, 10_000]) {
    expect((await read(long, size)).map(({ line }) => line)).toEqual(
      Array.from({ length: 100 }, (_, i) => i + 1),
    );
  }
});

test('blank lines change neither the separator nor line numbers', async () => {
  const blank = '\n'.repeat(100);
  for (const size of [10, 1_000]) {
    expect(await read(`${blank}a;b\n${blank}1,1;2,2,2\n`, size)).toEqual([
      { line: 101, cells: ['a', 'b'] },
      { line: 202, cells: ['1,1', '2,2,2'] },
    ]);
  }
});

test.each([
  ['a comma', ','],
  ['a semicolon', ';'],
  ['a tab', '\t'],
])('spaces around quoted cells are ignored, next to %s', async (_, mark) => {
  const space = ' \u00a0 ';
  const line = (...cells: string[]) => `${cells.join(mark)}\r\n`;
  const quoted = [
    `${space}"a${mark} b"`,
    `"c"${space}`,
    `${space}"d ""e"", "${space}`,
    `${space}"f\r\n "${space}`,
  ];
  const content = line('1', '2', '3', '4') + line(...quoted) + line(...quoted.toReversed());
  const cells = [`a${mark} b`, 'c', 'd "e", ', 'f\r\n '];
  expect(await read(content, 9)).toEqual([
    { line: 1, cells: ['1', '2', '3', '4'] },
    { line: 2, cells },
    { line: 4, cells: cells.toReversed() },
  ]);
});

test('="007", which keeps the zeros in spreadsheets, is read as text', async () => {
  const content = 'id;"name";note\r\n="007"; ="a;""b""" ;="\r\n"\r\n=1;"=""007""";x\r\n';
  expect(await read(content, 9)).toEqual([
    { line: 1, cells: ['id', 'name', 'note'] },
    { line: 2, cells: ['007', 'a;"b"', '\r\n'] },
    { line: 4, cells: ['=1', '="007"', 'x'] },
  ]);
});

test('empty cells between tabs keep their position next to quoted ones', async () => {
  expect(await read('a\t\t "b"\t\t\r\n \t"c" \t', 1_000)).toEqual([
    { line: 1, cells: ['a', '', 'b', '', ''] },
    { line: 2, cells: [' ', 'c', ''] },
  ]);
});
