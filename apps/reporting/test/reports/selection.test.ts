import { ReportReads } from '../../src/reports/report-reads';
import { findSelection, listText, selectionFilters } from '../../src/reports/selection';
import { startTestApp, type TestApp } from '../start-test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const numbersTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

test.each([null, []])('%j selects everything', list => {
  expect(listText(list)).toBe('all');
});

test('a list has at most twenty names, and the number of others', () => {
  const twenty = numbersTo(20).join(', ');
  expect(listText(['Drilling', 'Catering'])).toBe('Drilling, Catering');
  expect(listText(numbersTo(20))).toBe(twenty);
  expect(listText(numbersTo(22))).toBe(`${twenty} and 2 more`);
});

test('a scope without departments, which shows nobody, is not described as all departments', async () => {
  const acme = await app.seed.company('acme');
  const organization = Object.assign(acme, { shownDepartments: [] });
  const reads = new ReportReads(app.context.reports, organization);
  const scope = { reads, organization, now: app.context.clock() };
  const { names } = await reads.during(() => findSelection(scope, {}));
  expect(selectionFilters(names)).toEqual([
    ['Departments', 'none'],
    ['Members', 'all'],
  ]);
});
