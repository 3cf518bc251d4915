import fc from 'fast-check';
import { runs } from '../../runs';
import { startTestApp, type TestApp } from '../../start-test-app';
import { isReportedOn } from '../compliance/naive';
import { type StoredWorld, storeWorld } from '../compliance/store-world';
import { summarize } from '../compliance/summarize';
import { world } from '../compliance/world';
import { type ReportReader, reportReader } from '../read-report';

const now = new Date('2026-11-21T10:00:00.000Z');

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ RATE_LIMIT_REPORTS: 'off' }, { clock: () => now });
});
afterAll(() => app.close());

const RANKS = ['Valid', 'Submitted', 'Pending', 'Expired', 'missing'];
const DAY = 86_400_000;

/** The rows of a person for an item that count in the departments; for an achievement, those with the worst status. */
function countedIn(rows: any[], departments: readonly string[]): any[] {
  const counted = rows.filter(row =>
    row.departments.some(({ id }: any) => departments.includes(id)),
  );
  const rank = ({ status }: any) => RANKS.indexOf(status);
  return counted.filter(row => rank(row) === Math.max(...counted.map(rank)));
}

function factsOf(cell: any) {
  const { status, isSatisfied, heldSince, expiresAt } = cell;
  return { status, isSatisfied, heldSince, expiresAt };
}

/** Compares the cells of a person with their report, and counts required ones. */
async function checkPerson(
  { member, cells, required, satisfied }: any,
  columns: any[],
  { reader, departments }: { reader: ReportReader; departments: readonly string[] },
): Promise<number> {
  const { requirements } = await reader.json(`people/${member.id}`);
  const byItem = new Map<string, any[]>();
  for (const row of requirements) byItem.set(row.id, [...(byItem.get(row.id) ?? []), row]);
  const cellOf = new Map<string, any>(
    cells.map((cell: any) => [columns[cell.column].id as string, cell]),
  );
  const sums = { required: 0, satisfied: 0 };
  for (const [id, rows] of byItem) {
    const cell = cellOf.get(id);
    cellOf.delete(id);
    const counted = countedIn(rows, departments);
    if (counted.length > 0) {
      expect(cell.isRequired).toBe(true);
      expect(counted.map(factsOf)).toContainEqual(factsOf(cell));
      sums.required += 1;
      sums.satisfied += Number(cell.isSatisfied);
    } else if (cell) {
      expect(cell.isRequired).toBe(false);
      expect(rows.map(factsOf)).toContainEqual(factsOf(cell));
    } else {
      // Neither required there nor recorded.
      expect(['missing', 'Not Completed']).toContain(rows[0].status);
    }
    const { expiresAt = null } = cell ?? {};
    const left = expiresAt && Math.floor((Date.parse(expiresAt) - now.getTime()) / DAY);
    if (cell) expect(cell.daysLeft).toBe(left);
  }
  expect([...cellOf.keys()]).toEqual([]);
  expect({ required, satisfied }).toEqual(sums);
  return sums.required;
}

test('cells match the report of the person, and sums match the summary', async () => {
  let compared = 0;
  const selection = fc.subarray([0, 1, 2], { minLength: 1 });
  await fc.assert(
    fc.asyncProperty(world, selection, async (facts, places) => {
      const stored = await storeWorld(app.context.db, facts, now);
      const reader = await reportReader(app, stored);
      const departments = places.map(n => stored.departments[n]!);
      const matrix = await read(reader, { departments, requiredOnly: false });
      const reported = facts.members.flatMap((member, n) =>
        places.some(place => isReportedOn(member, place)) ? [stored.members[n]] : [],
      );
      expect(matrix.items.map((row: any) => row.member.id)).toEqual(reported);
      for (const row of matrix.items) {
        compared += await checkPerson(row, matrix.columns, { reader, departments });
      }
      checkColumns(matrix);
      if (places.length === 1) await checkSummary(stored, departments, matrix);
      await checkNarrowed(reader, departments, matrix);
    }),
    { numRuns: runs(30) },
  );
  expect(compared).toBeGreaterThan(10);
}, 120_000);

function read(reader: ReportReader, body: object): Promise<any> {
  return reader.post('matrix', { pageSize: 200, ...body });
}

/** A column counts the cells below it. */
function checkColumns({ columns, columnsTotal, items, summary }: any) {
  expect(columnsTotal).toBe(columns.length);
  for (const [index, column] of columns.entries()) {
    const cells = items.flatMap((row: any) =>
      row.cells.filter((cell: any) => cell.column === index && cell.isRequired),
    );
    expect(column).toMatchObject({
      ...{ index, people: cells.length },
      lacking: cells.filter((cell: any) => !cell.isSatisfied).length,
    });
  }
  const sum = (name: string) => items.reduce((all: number, row: any) => all + Number(row[name]), 0);
  expect(summary).toEqual({
    people: items.length,
    peopleLacking: items.filter((row: any) => row.required > row.satisfied).length,
    required: sum('required'),
    satisfied: sum('satisfied'),
  });
}

async function checkSummary(stored: StoredWorld, departments: string[], matrix: any) {
  const rows = await summarize(app, stored, { departments });
  const expected: Record<string, number> = {};
  for (const { measurementKey, required, satisfied } of rows) {
    expected[measurementKey] = (expected[measurementKey] ?? 0) + required - satisfied;
  }
  const lacking = Object.fromEntries(Object.keys(expected).map(key => [key, 0]));
  for (const { measurement, lacking: count } of matrix.columns)
    lacking[measurement.key]! += Number(count);
  expect(lacking).toEqual(expected);
  const sum = (name: 'required' | 'satisfied') => rows.reduce((all, row) => all + row[name], 0);
  expect(matrix.summary).toMatchObject({ required: sum('required'), satisfied: sum('satisfied') });
}

/** Filters, order and pages do not change cells. */
async function checkNarrowed(reader: ReportReader, departments: string[], whole: any) {
  const lacking = ({ required, satisfied }: any) => required - satisfied;
  const hasGaps = (row: any) => lacking(row) > 0;
  const options = { requiredOnly: false, lackingOnly: true, sort: 'lacking' };
  const withGaps = await read(reader, { departments, ...options });
  const worstFirst = whole.items
    .filter(hasGaps)
    .toSorted((a: any, b: any) => lacking(b) - lacking(a));
  expect(withGaps).toEqual({ ...whole, items: worstFirst, total: worstFirst.length });

  const required = await read(reader, { departments });
  const kept = whole.columns.filter(({ people }: any) => people > 0);
  expect(required.columns).toEqual(
    kept.map((column: any, index: number) => ({ ...column, index })),
  );
  const places = { page: 2, pageSize: 1, columnsPage: 2, columnsPageSize: 2 };
  const page = await read(reader, { departments, ...places });
  const expectedItems = required.items.slice(1, 2).map((row: any) => ({
    ...row,
    cells: row.cells.filter(({ column }: any) => column === 2 || column === 3),
  }));
  const columns = required.columns.slice(2, 4);
  expect(page).toEqual({ ...required, columns, items: expectedItems, page: 2, pageSize: 1 });

  const [first] = whole.columns;
  if (!first) return;
  const named = first.kind === 'achievement' ? 'achievements' : 'competencies';
  const one = await read(reader, { departments, requiredOnly: false, [named]: [first.id] });
  expect(one.columns).toEqual([first]);
  const worst = await read(reader, {
    departments,
    columnsSort: 'lacking',
    columnsLackingOnly: true,
  });
  expect(worst.columns.map(({ lacking: count }: any) => count)).toEqual(
    kept
      .map(({ lacking: count }: any) => count)
      .filter(Boolean)
      .toSorted((a: number, b: number) => b - a),
  );
}
