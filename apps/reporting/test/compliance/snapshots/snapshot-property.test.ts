import fc from 'fast-check';
import { takeSnapshot } from '../../../src/compliance/snapshots/take-snapshot';
import { count, countCompetencies, isReportedOn, needs } from '../../reports/compliance/naive';
import { storeWorld } from '../../reports/compliance/store-world';
import { type World, type WorldMember, world } from '../../reports/compliance/world';
import { runs } from '../../runs';
import { startTestApp, type TestApp } from '../../start-test-app';

const now = new Date('2026-11-21T10:00:00.000Z');
const KEYS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
const DEPARTMENTS = [0, 1, 2];

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** `department key condition: satisfied of required`, for departments with reported members. */
function expectedTotals(facts: World): string[] {
  return DEPARTMENTS.flatMap(department => {
    const people = facts.members.filter(member => isReportedOn(member, department));
    if (people.length === 0) return [];
    return KEYS.flatMap(key =>
      (['compliance', 'primary'] as const).map(condition => {
        const counts = people.map(person => count(facts, person, department, key, condition));
        const sum = (name: 'required' | 'satisfied') =>
          counts.reduce((total, each) => total + each[name], 0);
        return `${department} ${key} ${condition}: ${sum('satisfied')} of ${sum('required')}`;
      }),
    );
  });
}

/** The critical competencies of the primary profile, and those only in other profiles. */
function expectedStatistics(facts: World) {
  const critical = (member: WorldMember, department: number, condition: 'compliance' | 'primary') =>
    [...needs(facts, member, department, condition)].filter(n => facts.competencies[n]);
  return facts.members.flatMap((member, n) =>
    DEPARTMENTS.flatMap(department => {
      if (!facts.facilities[department] || !isReportedOn(member, department)) return [];
      const first = critical(member, department, 'primary');
      const second = critical(member, department, 'compliance').filter(
        need => !first.includes(need),
      );
      return [first, second].map((needed, item) => {
        const { satisfied, ...counts } = countCompetencies(member, needed);
        const notApplicableValidated = satisfied - counts.validated;
        const departmentRole = member.functions[department];
        return { n, department, item: item + 1, departmentRole, ...counts, notApplicableValidated };
      });
    }),
  );
}

test('a snapshot matches the specification, summed over people', async () => {
  await fc.assert(
    fc.asyncProperty(world, async facts => {
      const { db } = app.context;
      const stored = await storeWorld(db, facts, now);
      await takeSnapshot(db, stored.id, now);

      const where = { companyId: stored.id };
      const totals = await db.prisma.complianceSnapshot.findMany({ where });
      const said = totals.map(
        ({ departmentUuid, measurement, profileCondition, satisfied, required }) => {
          const department = stored.departments.indexOf(departmentUuid);
          return `${department} ${measurement} ${profileCondition}: ${satisfied} of ${required}`;
        },
      );
      expect(said.sort()).toEqual(expectedTotals(facts).sort());

      const statistics = await db.prisma.monthlyStatistic.findMany({ where });
      const counted = statistics.map(
        ({
          companyId: _c,
          month: _m,
          asAt: _a,
          isImported: _i,
          companyName: _cn,
          departmentName: _dn,
          departmentNameFolded: _df,
          memberName: _mn,
          memberNameFolded: _mf,
          departmentUuid,
          memberUuid,
          itemNumber,
          ...counts
        }) => ({
          n: stored.members.indexOf(memberUuid),
          department: stored.departments.indexOf(departmentUuid),
          item: itemNumber,
          ...counts,
        }),
      );
      const byPlace = (row: { n: number; department: number; item: number }) =>
        row.n * 100 + row.department * 10 + row.item;
      expect(counted.sort((one, other) => byPlace(one) - byPlace(other))).toEqual(
        expectedStatistics(facts),
      );
    }),
    { numRuns: runs(40) },
  );
}, 120_000);
