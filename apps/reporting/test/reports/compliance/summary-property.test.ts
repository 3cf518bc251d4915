import fc from 'fast-check';
import type { AffiliationFunction } from '../../../src/compliance/compliance.dto';
import type {
  EmptyScore,
  SummaryProfileCondition,
} from '../../../src/reports/compliance/compliance-summary.dto';
import { directoryContacts } from '../../../src/reports/directory-contacts/directory-contacts';
import { ReportReads } from '../../../src/reports/report-reads';
import { runs } from '../../runs';
import { startTestApp, type TestApp } from '../../start-test-app';
import { readRows } from '../read-rows';
import { count, countRequiredTickets, isReportedOn, score } from './naive';
import { writeBitmaps } from './standing-bitmaps';
import { type StoredWorld, storeWorld } from './store-world';
import { summarize } from './summarize';
import { type World, world } from './world';

const now = new Date('2026-11-21T10:00:00.000Z');
const KEYS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({}, { clock: () => now });
});
afterAll(() => app.close());

const request = fc.record({
  departments: fc.subarray([0, 1, 2], { minLength: 1 }),
  measurements: fc.subarray(KEYS),
  functions: fc.subarray<AffiliationFunction>([
    'Department',
    'Organization',
    'Administration',
    'Employee',
  ]),
  profileCondition: fc.constantFrom<SummaryProfileCondition[]>('all', 'compliance', 'primary'),
  emptyScore: fc.constantFrom<EmptyScore[]>('compliant', 'nonCompliant', 'notScored', 'excluded'),
  memberMustHaveProfile: fc.boolean(),
});

/** When bitmaps were written, in milliseconds from now: before, between and after expirations. */
const instant = fc.integer({ min: -3, max: 3 });

type SummaryQuery = typeof request extends fc.Arbitrary<infer Value> ? Value : never;

/** The summary as specified in prose. Names and indexes have the same order. */
function expected(facts: World, stored: StoredWorld, requested: SummaryQuery) {
  const functions = requested.functions.length > 0 ? requested.functions : undefined;
  const keys = requested.measurements.length > 0 ? requested.measurements : KEYS;
  const empty = { compliant: 1, nonCompliant: 0, notScored: null, excluded: null };
  return requested.departments.flatMap(department =>
    facts.members.flatMap((member, n) => {
      if (!isReportedOn(member, department, functions)) return [];
      if (requested.memberMustHaveProfile && member.assignments.length === 0) return [];
      const primary = member.assignments[member.primary];
      return keys.flatMap(key => {
        const counts = count(facts, member, department, key, requested.profileCondition);
        const { required, satisfied } = counts;
        if (required === 0 && requested.emptyScore === 'excluded') return [];
        return [
          {
            departmentId: stored.departments[department],
            memberId: stored.members[n],
            primaryProfileName: primary ? `Profile ${primary.profile}` : null,
            measurementKey: key,
            score: required === 0 ? empty[requested.emptyScore] : score(satisfied, required),
            ...counts,
          },
        ];
      });
    }),
  );
}

test('matches the specification for any organization and request', async () => {
  await fc.assert(
    fc.asyncProperty(world, world, request, instant, async (facts, others, requested, written) => {
      const { db } = app.context;
      const stored = await storeWorld(db, facts, now);
      // Another organization with the same names, in addition to those of earlier examples.
      await storeWorld(db, others, now);
      await writeBitmaps(db, stored, new Date(now.getTime() + written));

      const rows = await summarize(app, stored, {
        ...requested,
        departments: requested.departments.map(department => stored.departments[department]!),
      });

      const narrowed = rows.map(
        ({
          departmentName: _d,
          departmentCode: _dc,
          memberName: _m,
          memberCode: _mc,
          memberEmail: _me,
          primaryProfileId: _p,
          primaryProfileCode: _pc,
          ...row
        }) => row,
      );
      expect(narrowed).toEqual(expected(facts, stored, requested));
      for (const row of rows) {
        const { validated, notApplicable, expired, notCompleted } = row;
        const parts = [validated, notApplicable, expired, notCompleted, row.submitted];
        const sum = [...parts, row.needsTraining, row.selfAssessed].reduce((a, b) => a + b);
        const isCompetency = row.measurementKey === 3 || row.measurementKey === 4;
        expect(isCompetency ? sum : sum + row.satisfied).toBe(row.required);
      }
    }),
    { numRuns: runs(40) },
  );
}, 120_000);

test('without requirements of profiles, only required tickets count', async () => {
  await fc.assert(
    fc.asyncProperty(world, async generated => {
      const members = generated.members.map(member => ({
        ...member,
        tickets: member.tickets.map(ticket => ({ ...ticket, issue: null })),
      }));
      const facts = { ...generated, members, requirements: generated.requirements.map(() => []) };
      const stored = await storeWorld(app.context.db, facts, now);
      const rows = await summarize(app, stored, {
        departments: [...stored.departments],
        measurements: [1, 2, 5, 12],
      });
      for (const { memberId, measurementKey, ...row } of rows) {
        const member = facts.members[stored.members.indexOf(memberId)]!;
        expect(row).toMatchObject(countRequiredTickets(facts, member, measurementKey));
      }
    }),
    { numRuns: runs(20) },
  );
}, 60_000);

test('reports on exactly the members in directory contacts by default', async () => {
  await fc.assert(
    fc.asyncProperty(world, async facts => {
      const { db, reports } = app.context;
      const stored = await storeWorld(db, facts, now);
      const reads = new ReportReads(reports, stored);
      const scope = { reads, organization: stored, now };
      const contacts = await readRows(directoryContacts(scope, { format: 'csv' }));
      const rows = await summarize(app, stored, {
        departments: [...stored.departments],
        measurements: [1],
      });
      expect(new Set(rows.map(({ memberId }) => memberId))).toEqual(
        new Set(contacts.map(({ memberId }) => memberId)),
      );
    }),
    { numRuns: runs(20) },
  );
}, 60_000);
