import fc from 'fast-check';
import type { ExpirationPage } from '../../../src/reports/expirations/expirations.dto';
import { runs } from '../../runs';
import { startTestApp, type TestApp } from '../../start-test-app';
import { storeWorld } from '../compliance/store-world';
import { world } from '../compliance/world';
import { reportReader } from '../read-report';
import { expectedExpirations } from './oracle';

const now = new Date('2026-12-31T12:00:00.000Z');

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ RATE_LIMIT_REPORTS: 'off' }, { clock: () => now });
});
afterAll(() => app.close());

const request = fc.record({
  // Days from now, or from one day to another.
  window: fc.constantFrom([1], [2], [-2, -1], [-1, 0], [-1, 2], [0, 1], [1, 2]),
  kinds: fc.subarray(['achievement', 'competency'], { minLength: 1 }),
  requiredOnly: fc.boolean(),
  departments: fc.subarray([0, 1, 2]),
  page: fc.integer({ min: 1, max: 3 }),
  pageSize: fc.integer({ min: 1, max: 5 }),
});

const DAY = 86_400_000;

function monthsOf(from: Date, to: Date): string[] {
  const months = [from, to].map(time => time.toISOString().slice(0, 7));
  return [...new Set(months)];
}

test('matches the contract for any organization', async () => {
  await fc.assert(
    fc.asyncProperty(world, request, async (facts, requested) => {
      const { db } = app.context;
      // Earlier examples are other organizations with the same names.
      const stored = await storeWorld(db, facts, now);
      const departments = requested.departments.map(place => stored.departments[place]!);
      const [first, last] =
        requested.window.length === 1 ? [0, ...requested.window] : requested.window;
      const [from, to] = [first, last].map(days => new Date(now.getTime() + days! * DAY));
      const { window, page, pageSize, kinds, requiredOnly } = requested;
      const given: Record<string, number | string> =
        window.length === 1
          ? { days: window[0] }
          : { from: from!.toISOString(), to: to!.toISOString() };
      const filter = { from: from!, to: to!, kinds, requiredOnly, departments };
      const expected = await expectedExpirations(db, stored.id, now, filter);

      const reader = await reportReader(app, stored);
      const query = {
        ...given,
        kinds,
        departments,
        page,
        pageSize,
        requiredOnly: `${requiredOnly}`,
      };
      const response: ExpirationPage = await reader.json('expirations', query);

      const shown = expected.slice((page - 1) * pageSize, page * pageSize);
      expect(response.items).toEqual(
        shown.map(({ order: _, expiresAt, ...item }) =>
          expect.objectContaining({
            ...item,
            expiresAt: expiresAt.toISOString().replace('Z', '+00:00'),
            daysLeft: Math.floor((expiresAt.getTime() - now.getTime()) / DAY),
          }),
        ),
      );
      expect(response.total).toBe(expected.length);
      const count = (kind: string, month = '') =>
        expected.filter(
          each => each.kind === kind && each.expiresAt.toISOString().startsWith(month),
        ).length;
      expect(response.summary).toEqual({
        members: new Set(expected.map(({ memberId }) => memberId)).size,
        achievements: count('achievement'),
        competencies: count('competency'),
        byMonth: monthsOf(from!, to!).map(month => ({
          month,
          achievements: count('achievement', month),
          competencies: count('competency', month),
        })),
      });
      expect((await reader.csv('expirations', query)).length - 1).toBe(expected.length);
    }),
    { numRuns: runs(40) },
  );
}, 120_000);
