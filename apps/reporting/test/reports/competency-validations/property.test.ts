import fc from 'fast-check';
import type { CompetencyValidationPage } from '../../../src/reports/competency-validations/competency-validations.dto';
import { runs } from '../../runs';
import { startTestApp, type TestApp } from '../../start-test-app';
import { reportReader } from '../read-report';

const NOW = Date.parse('2026-11-21T12:00:00.000Z');

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ RATE_LIMIT_REPORTS: 'off' }, { clock: () => new Date(NOW) });
});
afterAll(() => app.close());

const NUMBERS = ['C-1', 'C-10', 'C-2'];
const RECORDED = {
  Validated: 'Validated',
  NotApplicable: 'Not Applicable',
  Submitted: 'Submitted',
  Expired: 'Expired',
} as const;

const record = fc.record({
  status: fc.constantFrom(...(Object.keys(RECORDED) as (keyof typeof RECORDED)[])),
  isValidated: fc.boolean(),
  expiresAt: fc.constantFrom(null, NOW - 1, NOW, NOW + 1),
});
const as = fc.option(fc.constantFrom('Department', 'Administration', 'Employee'));
const members = fc.array(
  fc.record({
    name: fc.constantFrom('Ada King', 'ÁDA KING', 'Bo', 'King Łada'),
    hasAccess: fc.boolean(),
    functions: fc.tuple(as, as),
    records: fc.tuple(fc.option(record), fc.option(record), fc.option(record)),
  }),
  { maxLength: 6 },
);
const query = fc.record(
  {
    department: fc.nat({ max: 1 }),
    status: fc.constantFrom(...Object.values(RECORDED)),
    expiresBefore: fc.constantFrom(NOW, NOW + 1),
    q: fc.constantFrom('king', 'lada k', 'b', '%'),
    page: fc.integer({ min: 0, max: 3 }),
    pageSize: fc.integer({ min: 0, max: 5 }),
  },
  { requiredKeys: [] },
);

interface Expected {
  readonly key: readonly string[];
  readonly status: string;
}

const fold = (text: string) =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ł', 'l');

test('matches the specification for any organization', async () => {
  await fc.assert(
    fc.asyncProperty(members, query, fc.boolean(), async (people, requested, areCounted) => {
      const company = await app.seed.company('acme');
      const departments = [await company.department('A'), await company.department('B')];
      const competencies = [];
      for (const number of NUMBERS) {
        competencies.push(await company.competency('Any', { number }));
      }
      const expected: Expected[] = [];
      for (const { name, hasAccess, functions, records } of people) {
        const member = await company.member(name, { hasAccess });
        for (const [index, each] of functions.entries()) {
          if (each) await company.affiliate(member, departments[index]!, each);
        }
        const counted = functions.map(each => each !== null && each !== 'Employee');
        const isRequested =
          hasAccess &&
          (requested.department === undefined
            ? counted.some(Boolean)
            : counted[requested.department]) &&
          (requested.q ?? '').split(' ').every(word => fold(name).includes(word));
        for (const [index, each] of records.entries()) {
          if (!each) continue;
          const { expiresAt } = each;
          const isValidated = each.status === 'Validated' || each.isValidated;
          await company.standing(member, competencies[index]!, each.status, {
            isValidated,
            expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString(),
          });
          const expires =
            each.status === 'Validated' || (each.status === 'NotApplicable' && isValidated);
          const isOver = expires && expiresAt !== null && expiresAt <= NOW;
          const status = isOver ? 'Expired' : RECORDED[each.status];
          const { expiresBefore } = requested;
          if (
            isRequested &&
            (requested.status === undefined || status === requested.status) &&
            (expiresBefore === undefined || (expiresAt !== null && expiresAt < expiresBefore))
          ) {
            const ids = [member.uuid, competencies[index]!.uuid];
            expected.push({ key: [fold(name), NUMBERS[index]!, ...ids], status });
          }
        }
      }
      // The report counts missing rows.
      const where = { companyId: company.id };
      if (!areCounted) await app.context.db.prisma.standingCount.deleteMany({ where });
      expected.sort((a, b) => (a.key.join('\n') < b.key.join('\n') ? -1 : 1));

      const reader = await reportReader(app, company);
      const { department, expiresBefore, ...rest } = requested;
      const parameters = {
        ...rest,
        ...(department !== undefined && { departments: departments[department]!.uuid }),
        ...(expiresBefore !== undefined && {
          expiresBefore: new Date(expiresBefore).toISOString(),
        }),
      };
      const page = (await reader.json(
        'competency-validations',
        parameters,
      )) as CompetencyValidationPage;
      const from = (page.page - 1) * page.pageSize;
      expect(page.page).toBe(Math.max(requested.page ?? 1, 1));
      expect(page.pageSize).toBe(Math.max(requested.pageSize ?? 25, 1));
      expect(page.total).toBe(expected.length);
      expect(page.items.map(item => [item.memberId, item.competencyId, item.status])).toEqual(
        expected
          .slice(from, from + page.pageSize)
          .map(({ key, status }) => [key[2], key[3], status]),
      );
    }),
    { numRuns: runs(40) },
  );
});
