import assert from 'node:assert/strict';
import type { Journey } from '../journey.js';

const PEOPLE = 20_000;
const MAX_TASK_MS = 100;

/** The largest table, with 20,000 people, and the most of the matrix that is rendered at once must scroll smoothly. */
export const scrolling: Journey[] = [
  {
    name: `scroll a table of ${PEOPLE} people, and a matrix, without long tasks`,
    async travel(page, { tab, context, accounts: { reader } }) {
      const browser = context.browser()!;
      const id = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
      const people = Array.from({ length: PEOPLE }, (_, index) => index);
      const member = (index: number) => ({
        ...{ id: id(index), name: `Person ${index}`, email: `${index}@example.com` },
        ...{ code: `P-${index}`, jobTitle: 'Welder' },
      });
      await tab.route(/directory-contacts/, route =>
        route.fulfill({
          json: {
            departments: [{ id: id(0), name: 'Yard' }],
            members: people.map(member),
            affiliations: people.map(index => ({
              ...{ memberId: id(index), departmentId: id(0), function: 'Department' },
            })),
          },
        }),
      );
      const first = people.slice(0, 100);
      const cell = { status: 'Valid', isRequired: true, isSatisfied: true, heldSince: null };
      await tab.route(/reporting\/matrix/, route =>
        route.fulfill({
          json: {
            asOf: '2026-11-26T10:00:00.000+00:00',
            summary: { people: PEOPLE, peopleLacking: 0, required: 1, satisfied: 1 },
            columns: first.map(index => ({
              ...{ index, kind: 'achievement', id: id(index), number: null, people: 1 },
              ...{ name: `Course ${index}`, measurement: { key: 1, name: 'Courses' }, lacking: 0 },
            })),
            columnsTotal: 100,
            items: first.map(index => ({
              ...{ member: member(index), departments: [], required: 100, satisfied: 100 },
              cells: first.map(column => ({ column, ...cell, expiresAt: null, daysLeft: null })),
            })),
            ...{ total: PEOPLE, page: 1, pageSize: 100 },
          },
        }),
      );
      await page.openAs(reader, 'directory');
      await page.heading('Directory').waitFor();
      for (const [path, name] of [
        ['directory', 'Directory, scrollable'],
        [`matrix?departments=${id(0)}`, 'Matrix, scrollable'],
      ] as const) {
        await tab.goto(page.address(path));
        await tab.getByRole('region', { name }).hover();
        await tab.waitForLoadState('networkidle');
        // Keeps the garbage from loading out of the measurement.
        await tab.requestGC();
        await browser.startTracing(tab, { categories: ['toplevel'] });
        for (let turn = 0; turn < 120; turn++) {
          await tab.mouse.wheel(turn % 3 === 0 ? 200 : 0, turn % 60 < 40 ? 900 : -600);
          await tab.evaluate('new Promise(requestAnimationFrame)');
        }
        const longest = longestTask(await browser.stopTracing());
        assert.ok(longest <= MAX_TASK_MS, `${name}: a task of ${longest} ms`);
      }
    },
  },
];

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** CPU time of the thread in microseconds. */
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

/** Returns the CPU time of the main thread's longest task in milliseconds. */
function longestTask(trace: Buffer): number {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const isOfThread = new Set(
    traceEvents
      .filter(({ args }) => args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = traceEvents.filter(
    ({ name, pid, tid }) => name.endsWith('RunTask') && isOfThread.has(`${pid} ${tid}`),
  );
  assert.ok(tasks.length > 0, 'the trace has no tasks');
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1_000;
}
