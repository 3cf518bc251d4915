import { randomUUID } from 'node:crypto';
import { exampleFolder, startTestImports, type TestImports, withCell } from './test-folder';

let imports: TestImports;
beforeAll(async () => {
  imports = await startTestImports();
  await imports.load(exampleFolder());
});
afterAll(() => imports.close());

const example = exampleFolder();
const standings = example['competency-standings.csv'];
const line = (number: number) => standings.split('\r\n')[number - 1]!;
const lines = standings.split('\r\n').length;

test('a file with one change updates one row and no other', async () => {
  const tickets = withCell(example['tickets.csv'], 2, 'status', 'Submitted');
  const { files } = await imports.load({ ...example, 'tickets.csv': tickets });
  expect(files.filter(({ updated }) => updated > 0)).toMatchObject([
    { file: 'tickets.csv', inserted: 0, updated: 1 },
  ]);
});

test('a stored row that is in the file twice is refused', async () => {
  const twice = `${standings.trimEnd()}\r\n${line(2)}\r\n`;
  const [fault] = await imports.refusal({ ...example, 'competency-standings.csv': twice });
  expect(fault).toMatch(/^competency-standings.csv:\d+ competencyId .* line 2 has it too/);
});

test('a stored row without a validator is refused with an unknown one', async () => {
  const at = Array.from({ length: lines }, (_, index) => index + 1).find(
    number => number > 1 && line(number).endsWith(','),
  )!;
  const unknown = withCell(standings, at, 'validatorId', randomUUID());
  expect(await imports.refusal({ ...example, 'competency-standings.csv': unknown })).toEqual([
    expect.stringContaining(`competency-standings.csv:${at} validatorId`),
  ]);
});

test('a stored row is refused if --replace would delete its member', async () => {
  const [gone] = line(2).split(',');
  const without = (content: string) =>
    content
      .split('\r\n')
      .filter(row => !row.startsWith(gone!))
      .join('\r\n');
  const folder = { ...example, 'members.csv': without(example['members.csv']) };
  const faults = await imports.refusal(folder, { replace: true, allowRemovals: true });
  expect(faults).toContainEqual(
    expect.stringContaining(`competency-standings.csv:2 memberId "${gone}"`),
  );
});

test('a stored row of an organization not in --company is refused', async () => {
  const faults = await imports.refusal(
    { 'competency-standings.csv': standings },
    { companies: ['globex'] },
  );
  expect(faults).toContainEqual(expect.stringContaining('a row of globex, to which'));
});
