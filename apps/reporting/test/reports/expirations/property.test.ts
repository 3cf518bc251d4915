import fc from 'fast-check';
import type { ExpirationPage } from '../../../src/reports/expirations/expirations.dto';
import { startTestApp, type TestApp } from '../../start-test-app';
import { plant } from '../compliance/plant';
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
  days: fc.constantFrom(1, 2),
  kinds: fc.subarray(['achievement', 'competency'], { minLength: 1 }),
  requiredOnly: fc.boolean(),
  departments: fc.subarray([0, 1, 2]),
  page: fc.integer({ min: 1, max: 3 }),
  pageSize: fc.integer({ min: 1, max: 5 }),
});

test('the expirations of any organization are what the contract says', async () => {
  await fc.assert(
    fc.asyncProperty(world, world, request, async (facts, others, asked) => {
      const { db } = app.context;
      await plant(db, others, now);
      const planted = await plant(db, facts, now);
      const departments = asked.departments.map(place => planted.departments[place]!);
      const expected = await expectedExpirations(db, planted.id, now, { ...asked, departments });

      const reader = await reportReader(app, planted);
      const { page, pageSize, requiredOnly } = asked;
      const query = { ...asked, departments, requiredOnly: String(requiredOnly) };
      const answer: ExpirationPage = await reader.json('expirations', query);

      const shown = expected.slice((page - 1) * pageSize, page * pageSize);
      expect(answer.items).toEqual(
        shown.map(({ order: _, expiresAt, ...item }) =>
          expect.objectContaining({
            ...item,
            expiresAt: expiresAt.toISOString().replace('Z', '+00:00'),
            daysLeft: Math.floor((expiresAt.getTime() - now.getTime()) / 86_400_000),
          }),
        ),
      );
      expect(answer.total).toBe(expected.length);
      const count = (kind: string, month = '') =>
        expected.filter(
          each => each.kind === kind && each.expiresAt.toISOString().startsWith(month),
        ).length;
      expect(answer.summary).toEqual({
        members: new Set(expected.map(({ memberId }) => memberId)).size,
        achievements: count('achievement'),
        competencies: count('competency'),
        byMonth: ['2026-12', '2027-01'].map(month => ({
          month,
          achievements: count('achievement', month),
          competencies: count('competency', month),
        })),
      });
      expect((await reader.csv('expirations', query)).length - 1).toBe(expected.length);
    }),
    { numRuns: 40 },
  );
}, 120_000);
