import assert from 'node:assert/strict';
import type { Journey } from '../journey.js';

const PEOPLE = 20_000;
const LONGEST_MS = 100;
/** The best counts: what else runs on the machine takes its time from the page. */
const ROUNDS = 3;

/** Remembers the longest task of the page's thread; those below 50 ms are not told. */
const WATCH = `
  new PerformanceObserver(list => {
    for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration);
  }).observe({ type: 'longtask' });`;

/** Scrolling is smooth in what is largest: a table of 20,000 people, and as much of the matrix as is drawn at once. */
export const scrolling: Journey[] = [
  {
    name: `scroll a table of ${PEOPLE} people, and a matrix, without long tasks`,
    async travel(page, { accounts: { reader } }) {
      const { tab } = page;
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
      await tab.goto(page.address('directory'));
      await page.signIn(reader);
      await page.heading('Directory').waitFor();
      for (const [path, name] of [
        ['directory', 'Directory, scrollable'],
        [`matrix?departments=${id(0)}`, 'Matrix, scrollable'],
      ] as const) {
        await tab.goto(page.address(path));
        await tab.getByRole('region', { name }).hover();
        await tab.waitForLoadState('networkidle');
        await tab.evaluate(WATCH);
        const longest: number[] = [];
        for (let round = 0; round < ROUNDS; round++) {
          await tab.evaluate('window.longest = 0');
          for (let turn = 0; turn < 60; turn++) {
            await tab.mouse.wheel(turn % 3 === 0 ? 200 : 0, turn < 40 ? 900 : -600);
            await tab.evaluate('new Promise(requestAnimationFrame)');
          }
          longest.push(await tab.evaluate<number>('window.longest'));
        }
        assert.ok(Math.min(...longest) <= LONGEST_MS, `${name}: tasks of ${longest.join(', ')} ms`);
      }
    },
  },
];
