import { type Folder, startTestImports, type TestImports } from './test-folder';

const COMPANY = '0b8f2a3c-1111-4222-8333-000000000001';
const ROWS = 25;

/** An organization with 25 departments, whose file has `end` appended. */
function departments(end: string, name = 'Plant'): Folder {
  const rows = Array.from(
    { length: ROWS },
    (_, index) =>
      `0b8f2a3c-1111-4222-8333-${String(index).padStart(12, '0')},${COMPANY},${name} ${index},,false`,
  );
  return {
    'companies.csv': `id,handle,name\r\n${COMPANY},acme,Acme\r\n`,
    'departments.csv': `id,companyId,name,code,isFacility\r\n${rows.join('\r\n')}${end}`,
  };
}

let imports: TestImports;
beforeEach(async () => {
  imports = await startTestImports();
});
afterEach(() => imports.close());

test.each([
  ['a row', ''],
  ['a line of separators without a line end', '\r\n,,,,'],
  ['blank lines', `\r\n${'\r\n'.repeat(200)}`],
  ['spaces', `\r\n${' '.repeat(200)}`],
])('every row is applied if a file of several slices ends with %s', async (_, end) => {
  const options = { linesAtOnce: 10 };
  expect(await imports.load(departments(end), options)).toMatchObject({ inserted: ROWS + 1 });
  expect(await imports.load(departments(end), options)).toMatchObject({ unchanged: ROWS + 1 });
  expect(await imports.load(departments(end, 'Works'), options)).toMatchObject({ updated: ROWS });
  expect(
    await imports.rows(
      "select count(*)::int as renamed from reporting.department where name like 'Works%'",
    ),
  ).toEqual([{ renamed: ROWS }]);
});

test('an import that misses a row fails instead of counting it as unchanged', async () => {
  await imports.rows(`create function lose() returns trigger language plpgsql as 'begin return null; end';
    create trigger lose before insert on reporting.department
      for each row when (new.name = 'Plant 7') execute function lose()`);
  await expect(imports.load(departments(''))).rejects.toThrow(
    'departments.csv: 25 rows were read, and 24 applied.',
  );
  expect(await imports.rows('select from reporting.company')).toEqual([]);
});
