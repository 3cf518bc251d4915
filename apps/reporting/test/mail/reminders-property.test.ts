import fc from 'fast-check';
import type { AffiliationFunction } from '../../src/compliance/compliance.dto';
import type { ReminderPreview } from '../../src/reminders/reminders.dto';
import { bearer, castOf, type Headers, xCompany } from '../cast';
import { storeWorld } from '../reports/compliance/store-world';
import { world } from '../reports/compliance/world';
import { type ExpectedExpiration, expectedExpirations } from '../reports/expirations/oracle';
import { runs } from '../runs';
import { startTestApp, type TestApp } from '../start-test-app';

const now = new Date('2026-12-31T12:00:00.000Z');
const DAY = 86_400_000;

let app: TestApp;
beforeAll(async () => {
  const off = { RATE_LIMIT_REPORTS: 'off', RATE_LIMIT_DEFAULT: 'off' };
  app = await startTestApp(off, { clock: () => now });
});
afterAll(() => app.close());

const days = fc.integer({ min: 1, max: 3 });
const settings = fc.record({
  isEnabled: fc.constant(false),
  daysBefore: fc.uniqueArray(days, { minLength: 1, maxLength: 3 }),
  afterExpiry: fc.option(days),
  requiredOnly: fc.boolean(),
  toMember: fc.boolean(),
  toDepartments: fc.subarray<AffiliationFunction>([
    'Department',
    'Organization',
    'Administration',
    'Employee',
  ]),
  at: fc.constant('12:00'),
  timeZone: fc.constant('UTC'),
  weekdays: fc.constant([1, 2, 3, 4, 5, 6, 7]),
});

/** Returns the stage of an item by the number of days left; null if there is none. */
function stageOf(expiresAt: Date, daysBefore: readonly number[], afterExpiry: number | null) {
  const daysLeft = Math.floor((expiresAt.getTime() - now.getTime()) / DAY);
  if (expiresAt > now) return Math.min(...daysBefore.filter(day => daysLeft <= day));
  return afterExpiry !== null && daysLeft <= -afterExpiry ? -afterExpiry : Infinity;
}

test('the reminders of any organization are its expirations that have reached a stage', async () => {
  const { call, grace } = castOf(app);
  const { secret } = await grace();
  let mails = 0;
  await fc.assert(
    fc.asyncProperty(world, settings, async (facts, requested) => {
      const { db } = app.context;
      // Earlier runs have left organizations with the same names.
      const stored = await storeWorld(db, facts, now);
      await db.prisma.account.updateMany({
        where: { members: { some: { companyId: stored.id } }, name: { not: 'Member 0' } },
        data: { apiAccess: true, reportAccess: true },
      });
      const headers: Headers = [...bearer(secret), ...xCompany(stored.handle)];
      await call('/notification/reminders', headers, { method: 'PUT', body: requested });
      const response = await call('/notification/preview?date=2026-12-31', headers);
      const { items }: ReminderPreview = response.body;

      const { daysBefore, afterExpiry, requiredOnly, toMember, toDepartments } = requested;
      const expired = afterExpiry === null ? 0 : afterExpiry + 7;
      const expirations = await expectedExpirations(db, stored.id, now, {
        from: new Date(now.getTime() - expired * DAY),
        to: new Date(now.getTime() + 4 * DAY),
        kinds: ['achievement', 'competency'],
        requiredOnly,
        departments: [],
      });
      const due = expirations.filter(({ expiresAt }) =>
        Number.isFinite(stageOf(expiresAt, daysBefore, afterExpiry)),
      );
      const members = await db.prisma.member.findMany({
        where: { companyId: stored.id, hasAccess: true },
        include: { account: true, affiliations: true },
      });
      const functions = new Set<string>(toDepartments);
      const expected = new Set<string>();
      const add = (to: string, memberId: string, item: ExpectedExpiration) =>
        expected.add([to, memberId, item.kind, item.itemId, item.expiresAt.getTime()].join(' '));
      for (const item of due) {
        if (toMember) add('member', item.memberId, item);
        const holder = members.find(({ uuid }) => uuid === item.memberId)!;
        const counted = holder.affiliations.filter(each => each.function !== 'Employee');
        for (const { uuid, account, affiliations } of members) {
          const isRecipient = affiliations.some(
            own =>
              functions.has(own.function) &&
              counted.some(each => each.departmentId === own.departmentId),
          );
          if (isRecipient && account.reportAccess) add('department', uuid, item);
        }
      }
      const shown = items.flatMap(({ to, memberId, entries }) =>
        entries.map(({ kind, itemId, expiresAt }) =>
          [to, memberId, kind, itemId, Date.parse(expiresAt)].join(' '),
        ),
      );
      mails += items.length;
      expect(new Set(shown)).toEqual(expected);
      for (const { entries } of items) {
        const order = entries.map(({ expiresAt }) => expiresAt);
        expect(order).toEqual([...order].sort());
      }
    }),
    { numRuns: runs(40) },
  );
  // Without emails, the property would be vacuous.
  expect(mails).toBeGreaterThan(2);
}, 180_000);
