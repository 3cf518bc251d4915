import fc from 'fast-check';
import { runs } from '../../runs';
import { startTestApp, type TestApp } from '../../start-test-app';
import { type Counts, isReportedOn, needs } from '../compliance/naive';
import { type StoredWorld, storeWorld } from '../compliance/store-world';
import { summarize } from '../compliance/summarize';
import { isPrimary, type World, world } from '../compliance/world';
import { type ReportReader, reportReader } from '../read-report';

const now = new Date('2026-11-21T10:00:00.000Z');
const KEYS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ RATE_LIMIT_REPORTS: 'off' }, { clock: () => now });
});
afterAll(() => app.close());

/** Creates an organization and checks each reported member. */
async function checkEveryone(
  facts: World,
  check: (
    person: any,
    place: { n: number; stored: StoredWorld; departments: number[]; reader: ReportReader },
  ) => Promise<void> | void,
): Promise<void> {
  const stored = await storeWorld(app.context.db, facts, now);
  const reader = await reportReader(app, stored);
  for (const [n, member] of facts.members.entries()) {
    const departments = [0, 1, 2].filter(department => isReportedOn(member, department));
    const response = await reader.get(`people/${stored.members[n]}`);
    expect(response.status).toBe(departments.length > 0 ? 200 : 404);
    if (departments.length === 0) continue;
    await check(await response.json(), { n, stored, departments, reader });
  }
}

test('has the rows of the summary', async () => {
  await fc.assert(
    fc.asyncProperty(world, facts =>
      checkEveryone(facts, async (person, { n, stored, departments }) => {
        const rows = await summarize(app, stored, {
          members: [stored.members[n]!],
          measurements: KEYS,
        });
        expect(rows).toHaveLength(12 * departments.length);
        const flat = person.measurements.map(({ department, measurement }: any) => {
          const { key: measurementKey, name: _, ...counts } = measurement;
          return { departmentId: department.id, measurementKey, ...counts };
        });
        expect(rows).toMatchObject(flat);
      }),
    ),
    { numRuns: runs(25) },
  );
}, 120_000);

const COUNTED_AS: Record<string, keyof Counts> = {
  'Not Completed': 'notCompleted',
  'Self-Assessed': 'selfAssessed',
  'Needs Training': 'needsTraining',
  'Not Applicable': 'notApplicable',
  Validated: 'validated',
  Expired: 'expired',
  Submitted: 'submitted',
  Pending: 'notCompleted',
  missing: 'notCompleted',
};

/** With departments that have different requirements, and members with several tickets for an achievement. */
const contested = world.map(facts => ({
  ...facts,
  requirements: [[0], [0, 1], [], [1]],
  members: facts.members.map(member => ({
    ...member,
    hasAccess: true,
    functions: ['Department' as const, 'Organization' as const, member.functions[2]!],
    tickets: member.tickets.map((ticket, n) => ({
      ...ticket,
      achievement: ticket.achievement % 2,
      isRequired: n % 2 === 0,
    })),
  })),
}));

test('matches the specification, with the statuses of the summary', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(world, { weight: 3, arbitrary: contested }), facts =>
      checkEveryone(facts, (person, { n, departments }) => {
        const member = facts.members[n]!;
        const required = person.requirements.filter((each: any) => each.isRequired);
        const competencies = departments.flatMap(each => [
          ...needs(facts, member, each, 'compliance'),
        ]);
        expect(
          required
            .flatMap(({ kind, number }: any) => (kind === 'competency' ? [number] : []))
            .sort(),
        ).toEqual([...new Set(competencies)].map(String).sort());
        const achievements = facts.achievements.flatMap((_, achievement) => {
          const isOfProfile = member.assignments.some(
            assignment =>
              departments.includes(assignment.department) &&
              (isPrimary(member, assignment) || assignment.requiresCompliance) &&
              facts.requirements[assignment.profile]!.includes(achievement),
          );
          const tickets = member.tickets.filter(ticket => ticket.achievement === achievement);
          const isRequired = isOfProfile || tickets.some(ticket => ticket.isRequired);
          return isRequired ? [`Achievement ${achievement}`] : [];
        });
        const named = required.flatMap(({ kind, name }: any) =>
          kind === 'achievement' ? [name] : [],
        );
        expect([...new Set(named)].sort()).toEqual(achievements);
        for (const { department, measurement } of person.measurements) {
          const inDepartment = required.filter(
            (each: any) =>
              each.measurement.key === measurement.key &&
              each.departments.some(({ id }: any) => id === department.id),
          );
          const { key, name: _, score: _score, ...counts } = measurement;
          const tally = Object.fromEntries(Object.keys(counts).map(each => [each, 0]));
          const add = (each: string, isCounted: boolean) => {
            if (isCounted) tally[each] = (tally[each] ?? 0) + 1;
          };
          for (const { status, isSatisfied } of inDepartment) {
            add('required', true);
            add('satisfied', isSatisfied);
            add(COUNTED_AS[status]!, status !== 'Valid');
          }
          expect({ key, ...tally }).toEqual({ key, ...counts });
        }
      }),
    ),
    { numRuns: runs(40) },
  );
}, 120_000);
