import { buffer, text } from 'node:stream/consumers';
import readWorkbook from 'read-excel-file/node';
import { type Column, columnsOf, JsonText } from '../../../src/reports/table/columns';
import { csv } from '../../../src/reports/table/csv';
import { fileName, foldForFile } from '../../../src/reports/table/file-name';
import { Format } from '../../../src/reports/table/format.dto';
import { json } from '../../../src/reports/table/json';
import { xlsx } from '../../../src/reports/table/xlsx';

interface Person {
  name: string | null;
  age: number | null;
  score: number | null;
  isHere: boolean | null;
  born: string | null;
  seen: Date | null;
}

const nobody: Person = { name: null, age: null, score: null, isHere: null, born: null, seen: null };
const ada: Person = {
  name: 'Ada',
  age: -36,
  score: -0.5,
  isHere: true,
  born: '1915-12-10',
  seen: new Date('2026-10-31T23:00:00.250Z'),
};

const columns = columnsOf<Person>({
  name: 'text',
  age: 'integer',
  score: 'share',
  isHere: 'boolean',
  born: 'date',
  seen: 'timestamp',
});
const names = columnsOf<Person>({ name: 'text' });

const named = (...people: string[]) => people.map(name => ({ ...nobody, name }));

async function* batches(...rows: Person[][]): AsyncGenerator<Person[]> {
  yield* rows;
}

async function* failing(...rows: Person[][]): AsyncGenerator<Person[]> {
  yield* rows;
  throw new Error('the database left');
}

describe('CSV', () => {
  const write = (columnsOfFile: readonly Column<Person>[], ...rows: Person[][]) =>
    text(csv(columnsOfFile, batches(...rows)));

  test('has a byte order mark, a header, CRLF behind every line, and empty fields for null', async () => {
    expect(await write(columns, [ada], [{ ...nobody, isHere: false }])).toBe(
      '\uFEFFname,age,score,isHere,born,seen\r\n' +
        'Ada,-36,-0.5,true,1915-12-10,2026-10-31T23:00:00.250+00:00\r\n' +
        ',,,false,,\r\n',
    );
  });

  test('quotes digits that begin with zero, which spreadsheets may then leave as they are', async () => {
    const rows = named('00042', '42', '0.5', '0', '2026-01');
    expect(await write(names, rows)).toBe('\uFEFFname\r\n"00042"\r\n42\r\n0.5\r\n0\r\n2026-01\r\n');
  });

  test('of no rows is its header', async () => {
    expect(await write(names)).toBe('\uFEFFname\r\n');
  });

  test.each([
    ['Lovelace, Ada', '"Lovelace, Ada"'],
    ['the "Countess"', '"the ""Countess"""'],
    ['two\nlines', '"two\nlines"'],
    ['two\r\nlines', '"two\r\nlines"'],
    [' spaces ', ' spaces '],
    ['Łódź 東京', 'Łódź 東京'],
    // what a spreadsheet would calculate
    ['=1+1', "'=1+1"],
    ['+44 20', "'+44 20"],
    ['-1', "'-1"],
    ['@sum', "'@sum"],
    ['\ttab', '"\'\ttab"'],
    ['\rreturn', '"\'\rreturn"'],
    ['="a"', `"'=""a"""`],
    // what one calculates that splits at semicolons, which in many locales they all do
    ['a;=1+1', `"'a;'=1+1"`],
    ['a;b;-1;@c', `"'a;b;'-1;'@c"`],
    ['=1;+2', `"'=1;'+2"`],
    ['a; b', '"a; b"'],
    // or at any other separator, or at line breaks of any kind
    ['a\t=1+1', '"\'a\t\'=1+1"'],
    ['a\n=1+1', '"\'a\n\'=1+1"'],
    ['a\r\n=1\n-2', "\"'a\r\n'=1\n'-2\""],
    ['a,@sum', '"\'a,\'@sum"'],
    ['a|+1', "'a|'+1"],
    ['a\u2028=1', "'a\u2028'=1"],
    ['a;\t=1', '"\'a;\t\'=1"'],
    ['\t=1', '"\'\t\'=1"'],
    ['a\t\tb', '"a\t\tb"'],
    // also by operators of full width
    ['＝1', "'＝1"],
    ['＋1;－2', `"'＋1;'－2"`],
    ['a\t＠sum', '"\'a\t\'＠sum"'],
    // and what it would not
    ["'=1", "'=1"],
    [' =1', ' =1'],
    ['1=1', '1=1'],
    ['ladders - safe', 'ladders - safe'],
  ])('text %j is the field %j', async (name, field) => {
    expect(await write(names, named(name))).toBe(`\uFEFFname\r\n${field}\r\n`);
  });
});

async function toObject(of: readonly Column<Person>[], row: Person): Promise<unknown> {
  const [object] = JSON.parse(await text(json({ columns: of }, batches([row])))) as unknown[];
  return object;
}

describe('JSON', () => {
  test('is an array of the columns, nulls kept', async () => {
    const rows = JSON.parse(await text(json({ columns }, batches([ada], [nobody]))));
    expect(rows).toEqual([{ ...ada, seen: '2026-10-31T23:00:00.250+00:00' }, { ...nobody }]);
  });

  const { name, ...others } = nobody;

  test.each([
    ['nests a path', { json: 'person.name' }, { ...others, person: { name: 'Ada' } }],
    ['leaves out what files alone have', { json: null }, others],
    ['nests what is there', { json: 'person?.name' }, { ...others, person: { name: 'Ada' } }],
  ])('%s', async (_, options, object) => {
    const nested = columnsOf<Person>({
      ...{ age: 'integer', score: 'decimal', isHere: 'boolean', born: 'date', seen: 'timestamp' },
      name: { type: 'text', ...options },
    });
    expect(await toObject(nested, { ...nobody, name: 'Ada' })).toEqual(object);
  });

  test('has null for an object whose first field is null', async () => {
    const nested = columnsOf<Person>({
      name: { type: 'text', json: 'person?.name' },
      age: { type: 'integer', json: 'person?.age' },
    });
    expect(await toObject(nested, { ...ada, name })).toEqual({ person: null });
    const person = { name: 'Ada', age: null };
    expect(await toObject(nested, { ...ada, age: null })).toEqual({ person });
  });

  test.each([null, 0])('leaves out an optional %j', async age => {
    const optional = columnsOf<Person>({ age: { type: 'integer', isOptional: true } });
    expect(await toObject(optional, { ...ada, age })).toEqual({});
    expect(await toObject(optional, ada)).toEqual({ age: -36 });
  });

  test('has its other fields before the list', async () => {
    const fields = { total: 7, people: new JsonText('["Ada"]') };
    const table = { columns: columnsOf<Person>({ age: 'integer' }), list: 'items' };
    expect(await text(json(table, batches([ada]), fields))).toBe(
      '{"total":7,"people":["Ada"],"items":[{"age":-36}]}',
    );
  });

  test.each([65_534, 65_535, 65_536])(
    'keeps a character of four bytes behind %i others',
    async count => {
      const name = `${'x'.repeat(count)}😀`;
      const people = new JsonText(JSON.stringify(name));
      const table = { columns: columnsOf<Person>({ age: 'integer' }), list: 'items' };
      const sent = await buffer(json(table, batches(), { people }));
      expect(JSON.parse(sent.toString())).toEqual({ people: name, items: [] });
    },
  );

  test('of no rows is an empty array', async () => {
    expect(await text(json({ columns }, batches()))).toBe('[]');
  });
});

/** A table of columns that all mean something. */
function tableOf(columnsOfFile: readonly Column<Person>[]) {
  const described = columnsOfFile.map(column => ({ ...column, meaning: `The ${column.name}.` }));
  return { name: 'people', title: 'People', columns: described };
}

const about = {
  organization: { name: 'Acme & Sons', handle: 'acme' },
  asOf: new Date('2026-11-21T12:00:00Z'),
  filters: [['Status', 'Expired']] as [string, string][],
};

describe('XLSX', () => {
  /** Its sheets behind About, by a reader that shares nothing with the writer. */
  const read = async (
    columnsOfFile: readonly Column<Person>[],
    rows: Person[][],
    sheetRows?: number,
  ) => {
    const file = xlsx(tableOf(columnsOfFile), about, batches(...rows), { sheetRows });
    const [, ...tables] = await readWorkbook(await buffer(file), { trim: false });
    return tables;
  };

  test('begins with a sheet that says what was asked and what the columns mean', async () => {
    const file = xlsx(tableOf(columns), about, batches([ada, nobody]));
    const [sheet] = await readWorkbook(await buffer(file));
    expect(sheet).toEqual({
      sheet: 'About',
      data: [
        ['People', null],
        ['Organization', 'Acme & Sons (acme)'],
        ['As of (UTC)', about.asOf],
        ['Rows', '2'],
        ['Status', 'Expired'],
        [null, null],
        ['Column', 'Meaning'],
        ['Name', 'The name.'],
        ['Age', 'The age.'],
        ['Score', 'The score.'],
        ['Is here', 'The is here.'],
        ['Born', 'The born.'],
        ['Seen (UTC)', 'The seen.'],
      ],
    });
  });

  test('keeps numbers, booleans and times what they are', async () => {
    const [sheet] = await read(columns, [[ada], [{ ...nobody, isHere: false }]]);
    expect(sheet).toEqual({
      sheet: 'People',
      data: [
        ['Name', 'Age', 'Score', 'Is here', 'Born', 'Seen (UTC)'],
        ['Ada', -36, -0.5, true, new Date('1915-12-10'), ada.seen],
        [null, null, null, false, null, null],
      ],
    });
  });

  test('has titles in words, and ids last', async () => {
    const titled = columnsOf<Person>({
      memberId: { type: 'text', value: () => 'x' },
      name: { type: 'text', title: 'Who' },
      learnerAccountId: { type: 'text', value: () => 'y' },
      notApplicableValidated: { type: 'integer', value: () => 1 },
    });
    const [sheet] = await read(titled, [[ada]]);
    expect(sheet?.data[0]).toEqual([
      'Who',
      'Not applicable validated',
      'Member ID',
      'Learner account ID',
    ]);
  });

  test.each(['=1+1', '<b>&amp;</b>', 'two\nlines', ' spaces ', 'Łódź 東京 🦊', '12', 'true'])(
    'text %j stays as it is',
    async name => {
      const [sheet] = await read(names, [named(name)]);
      expect(sheet?.data).toEqual([['Name'], [name]]);
    },
  );

  test.each([
    ['\u0000a\u0001b\u000Bc\u001F', 'abc'],
    ['\uFFFE\uFFFF!', '!'],
    ['\uD83Dhalf', 'half'],
  ])('what XML cannot hold is left out of %j', async (name, left) => {
    const [sheet] = await read(names, [named(name)]);
    expect(sheet?.data[1]).toEqual([left]);
  });

  test.each([
    ['x'.repeat(32_767), 'x'.repeat(32_767)],
    ['x'.repeat(32_768), `${'x'.repeat(32_766)}…`],
    [`${'x'.repeat(32_765)}🦊🦊`, `${'x'.repeat(32_765)}…`],
  ])('a text that a cell cannot hold ends in an ellipsis', async (name, held) => {
    const [sheet] = await read(names, [named(name)]);
    expect(sheet?.data[1]).toEqual([held]);
  });

  test.each([
    ['0001-01-01', '0001-01-01'],
    ['1900-02-28', '1900-02-28'],
    ['1900-03-01', new Date('1900-03-01')],
    ['9999-12-31', new Date('9999-12-31')],
  ])('the date %s, where a workbook has it, is a date', async (born, cell) => {
    const [sheet] = await read(columnsOf<Person>({ born: 'date' }), [[{ ...nobody, born }]]);
    expect(sheet?.data[1]).toEqual([cell]);
  });

  test('of no rows is its header', async () => {
    expect(await read(names, [])).toEqual([{ sheet: 'People', data: [['Name']] }]);
  });

  test('continues on another sheet where one is full', async () => {
    const five = named('1', '2', '3', '4', '5');
    for (const rows of [
      [five],
      [five.slice(0, 1), five.slice(1)],
      [five.slice(0, 2), five.slice(2)],
    ]) {
      expect(await read(names, rows, 2)).toEqual([
        { sheet: 'People', data: [['Name'], ['1'], ['2']] },
        { sheet: 'People 2', data: [['Name'], ['3'], ['4']] },
        { sheet: 'People 3', data: [['Name'], ['5']] },
      ]);
    }
    expect(await read(names, [five.slice(0, 4)], 2)).toHaveLength(2);
  });
});

test.each([
  [{ subject: '2026-10', format: Format.Csv }, 'monthly-acme-2026-10.csv'],
  [{ handle: 'Acme.Energy_-1' }, 'monthly-Acme.Energy_-1-2026-11-21.xlsx'],
])('the name of a file of %j is %s', (parts, name) => {
  const usual = { report: 'monthly', handle: 'acme', subject: '2026-11-21', format: Format.Xlsx };
  expect(fileName({ ...usual, ...parts })).toBe(name);
});

test.each([
  ['Żółw & Söhne', 'zolw-sohne'],
  ['x'.repeat(81), 'x'.repeat(80)],
])('the name of a file has %j as %s', (text, part) => {
  expect(foldForFile(text)).toBe(part);
});

test.each([
  ['CSV', () => csv(names, failing(named('Ada')))],
  ['JSON', () => json({ columns: names }, failing(named('Ada')))],
  ['XLSX', () => xlsx(tableOf(names), about, failing(named('Ada')))],
])('%s ends with the error of its rows', async (_, write) => {
  await expect(buffer(write())).rejects.toThrow('the database left');
});
