import { buffer, text } from 'node:stream/consumers';
import readWorkbook from 'read-excel-file/node';
import { columnsOf, JsonText, type ReportColumn } from '../../../src/reports/table/define-columns';
import { foldForFile } from '../../../src/reports/table/file-name';
import { json, ndjson } from '../../../src/reports/table/json';
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

async function toObject(of: readonly ReportColumn<Person>[], row: Person): Promise<unknown> {
  const [object] = JSON.parse(await text(json({ columns: of }, batches([row])))) as unknown[];
  return object;
}

test('NDJSON has a line for each element of the JSON array', async () => {
  const all = batches([ada], [{ ...nobody, name: '=1+1\n' }]);
  const lines = (await text(ndjson({ columns }, all))).split('\n');
  expect(lines.pop()).toBe('');
  expect(lines.map(line => JSON.parse(line) as object)).toEqual([
    { ...ada, seen: '2026-10-31T23:00:00.250+00:00' },
    { ...nobody, name: '=1+1\n' },
  ]);
});

describe('JSON', () => {
  test('is an array of objects, including nulls', async () => {
    const rows = JSON.parse(await text(json({ columns }, batches([ada], [nobody]))));
    expect(rows).toEqual([{ ...ada, seen: '2026-10-31T23:00:00.250+00:00' }, { ...nobody }]);
  });

  const { name, ...others } = nobody;

  test.each([
    ['nests a path', { json: 'person.name' }, { ...others, person: { name: 'Ada' } }],
    ['omits columns that only files have', { json: null }, others],
    ['nests an optional object', { json: 'person?.name' }, { ...others, person: { name: 'Ada' } }],
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

  test.each([null, 0])('omits an optional %j', async age => {
    const optional = columnsOf<Person>({ age: { type: 'integer', isOptional: true } });
    expect(await toObject(optional, { ...ada, age })).toEqual({});
    expect(await toObject(optional, ada)).toEqual({ age: -36 });
  });

  test('has other fields before the list', async () => {
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

  test('without rows is an empty array', async () => {
    expect(await text(json({ columns }, batches()))).toBe('[]');
  });
});

/** A table whose columns all have a meaning. */
function tableOf(columnsOfFile: readonly ReportColumn<Person>[]) {
  const described = columnsOfFile.map(column => ({ ...column, meaning: `The ${column.name}.` }));
  return { name: 'people', title: 'People', columns: described };
}

const about = {
  organization: { name: 'Acme & Sons', handle: 'acme' },
  asOf: new Date('2026-11-21T12:00:00Z'),
  filters: [['Status', 'Expired']] as [string, string][],
};

describe('XLSX', () => {
  /** Reads the sheets after About with an independent library. */
  const read = async (
    columnsOfFile: readonly ReportColumn<Person>[],
    rows: Person[][],
    sheetRows?: number,
  ) => {
    const file = xlsx(tableOf(columnsOfFile), about, batches(...rows), { sheetRows });
    const [, ...tables] = await readWorkbook(await buffer(file), { trim: false });
    return tables;
  };

  test('starts with a sheet that describes the request and the columns', async () => {
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

  test('has titles in words, and IDs last', async () => {
    const titled = columnsOf<Person>({
      memberId: { type: 'text', value: () => 'x' },
      name: 'text',
      learnerAccountId: { type: 'text', value: () => 'y' },
      notApplicableValidated: { type: 'integer', value: () => 1 },
    });
    const [sheet] = await read(titled, [[ada]]);
    expect(sheet?.data[0]).toEqual([
      'Name',
      'Not applicable validated',
      'Member ID',
      'Learner account ID',
    ]);
  });
});

test.each([
  ['Żółw & Söhne', 'zolw-sohne'],
  ['x'.repeat(81), 'x'.repeat(80)],
])('%j is written as %s in file names', (text, part) => {
  expect(foldForFile(text)).toBe(part);
});

test.each([
  ['JSON', () => json({ columns: names }, failing(named('Ada')))],
  ['XLSX', () => xlsx(tableOf(names), about, failing(named('Ada')))],
])('%s ends with the error of its rows', async (_, write) => {
  await expect(buffer(write())).rejects.toThrow('the database left');
});
