import fc from 'fast-check';
import type { AchievementGaps } from '../../../src/reports/achievement-gaps/achievement-gaps.dto';
import { runs } from '../../runs';
import { startTestApp, type TestApp } from '../../start-test-app';
import { reportReader } from '../read-report';

const NOW = Date.parse('2026-11-21T12:00:00.000Z');

let app: TestApp;
beforeAll(async () => {
  const clock = () => new Date(NOW);
  app = await startTestApp({ RATE_LIMIT_REPORTS: 'off', RATE_LIMIT_DEFAULT: 'off' }, { clock });
});
afterAll(() => app.close());

const STATUSES = ['Valid', 'Submitted', 'Pending', 'Expired'] as const;
const SHOWN = ['missing', 'Pending', 'Submitted', 'Expired'];
const COUNTED = ['missing', 'Pending', 'Expired', 'Submitted'];

const time = (...offsets: number[]) => fc.constantFrom(null, ...offsets.map(ms => NOW + ms));
const ticket = fc.record({
  status: fc.constantFrom(...STATUSES),
  expiresAt: time(-1, 0, 1, 86_400_000),
  issuedAt: time(-2, -1, 0, 1),
  isRequired: fc.boolean(),
});
const member = fc.record({
  name: fc.constantFrom('Ada King', 'ÁDA KING', 'King Łada', 'Grace_', 'Grace%', 'Bo'),
  personType: fc.constantFrom(null, 'Operator', 'Contractor'),
  hasAccess: fc.boolean(),
  tickets: fc.array(ticket, { maxLength: 3 }),
  /** The function by department, and whether a profile there requires the achievement. */
  departments: fc.tuple(place(), place()),
});

function place() {
  return fc.record({
    function: fc.constantFrom(null, 'Department', 'Employee'),
    requirement: fc.constantFrom(null, 'compliance', 'no compliance'),
  });
}
const query = fc.record(
  {
    requiredOnly: fc.boolean(),
    departments: fc.subarray([0, 1], { minLength: 1 }),
    personTypes: fc.subarray(['Operator', 'Contractor', 'Visitor'], { minLength: 1 }),
    status: fc.constantFrom(...SHOWN),
    q: fc.constantFrom('king', 'lada K', 'ada', '_', '%', 'grace'),
    sort: fc.constantFrom('name', 'status', 'expires'),
    direction: fc.constantFrom('asc', 'desc'),
    page: fc.integer({ min: 0, max: 3 }),
    pageSize: fc.integer({ min: 0, max: 4 }),
  },
  { requiredKeys: [] },
);

interface Ticket {
  id: string;
  status: string;
  expiresAt: number | null;
  issuedAt: number | null;
  isRequired: boolean;
}
interface Person {
  accountId: string;
  name: string;
  personType: string | null;
  hasAccess: boolean;
  tickets: Ticket[];
  memberId: string;
  departments: readonly { function: string | null; requirement: string | null }[];
}
type Query = typeof query extends fc.Arbitrary<infer Value> ? Value : never;

const fold = (text: string) =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ł', 'l');
const compare = (a: number | string, b: number | string) => (a < b ? -1 : a > b ? 1 : 0);

/** The best ticket: by current status, latest expiry, latest issue and lowest ID. */
function bestOf(tickets: Ticket[]): Ticket | undefined {
  const now = tickets.map(each => {
    if (each.status !== 'Valid') return each;
    if (each.issuedAt !== null && each.issuedAt > NOW) return { ...each, status: 'Pending' };
    return each.expiresAt !== null && each.expiresAt <= NOW ? { ...each, status: 'Expired' } : each;
  });
  const places = STATUSES as readonly string[];
  return now.sort(
    (a, b) =>
      places.indexOf(a.status) - places.indexOf(b.status) ||
      compare(b.expiresAt ?? Infinity, a.expiresAt ?? Infinity) ||
      compare(b.issuedAt ?? -Infinity, a.issuedAt ?? -Infinity) ||
      compare(a.id, b.id),
  )[0];
}

function isRequired({ tickets, departments }: Person, within = [0, 1]): boolean {
  const isOfProfile = within.some(each => departments[each]!.requirement === 'compliance');
  return isOfProfile || tickets.some(each => each.isRequired);
}

function isInRequest(person: Person, departments: number[] | undefined, requiredOnly = false) {
  const isThere =
    !departments || departments.some(each => person.departments[each]!.function === 'Department');
  return isThere && (!requiredOnly || isRequired(person, departments));
}

/** The report as specified in docs/contract/reporting.md. */
function expected(people: Person[], requested: Query) {
  const members = people.filter(
    person =>
      person.hasAccess && isInRequest(person, requested.departments, requested.requiredOnly),
  );
  const filtersTypes = requested.personTypes !== undefined || !requested.requiredOnly;
  const roster = members
    .filter(({ personType }) => {
      if (requested.personTypes) return requested.personTypes.includes(personType ?? '');
      return requested.requiredOnly === true || personType !== null;
    })
    .map(person => ({ ...person, best: bestOf(person.tickets) }));
  const valid = roster.filter(({ best }) => best?.status === 'Valid');
  const gaps = roster
    .filter(person => !valid.includes(person))
    .map(person => ({ ...person, standing: person.best?.status ?? 'missing' }));
  const found = gaps.filter(
    ({ name, standing }) =>
      (requested.status === undefined || standing === requested.status) &&
      (requested.q === undefined ||
        fold(requested.q)
          .split(/\s+/)
          .every(word => fold(name).includes(word))),
  );
  const sign = requested.direction === 'desc' ? -1 : 1;
  const byName = (a: Person, b: Person) => compare(fold(a.name), fold(b.name));
  type Gap = (typeof gaps)[number];
  const orders: Record<string, (a: Gap, b: Gap) => number> = {
    name: (a, b) => sign * byName(a, b),
    status: (a, b) => sign * (SHOWN.indexOf(a.standing) - SHOWN.indexOf(b.standing)),
    expires: (a, b) => {
      const [left, right] = [a.best?.expiresAt ?? null, b.best?.expiresAt ?? null];
      if (left === null || right === null) return Number(left === null) - Number(right === null);
      return sign * compare(left, right);
    },
  };
  found.sort(
    (a, b) =>
      orders[requested.sort ?? 'name']!(a, b) || byName(a, b) || compare(a.accountId, b.accountId),
  );
  const page = Math.max(requested.page ?? 1, 1);
  const pageSize = Math.max(requested.pageSize ?? 25, 1);
  return {
    summary: {
      roster: roster.length,
      excludedNoPersonType: filtersTypes
        ? members.filter(({ personType }) => personType === null).length
        : 0,
      valid: valid.length,
      gaps: gaps.length,
      standings: COUNTED.map(status => ({
        status,
        hasTicket: status !== 'missing',
        people: gaps.filter(({ standing }) => standing === status).length,
      })).filter(({ people: count }) => count > 0),
    },
    items: found
      .map(person => [
        person.accountId,
        person.best?.id ?? null,
        person.best?.status ?? null,
        person.memberId,
        isRequired(person),
      ])
      .slice((page - 1) * pageSize, page * pageSize),
    total: found.length,
    page,
    pageSize,
  };
}

test('matches the specification for any organization', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(member, { maxLength: 6 }), query, async (members, requested) => {
      const company = await app.seed.company('acme');
      const achievement = await company.achievement('H2S Alive');
      const places = [await company.department('Drilling'), await company.department('Catering')];
      const driller = await company.profile('Driller', [], { achievements: [achievement] });
      const people: Person[] = [];
      for (const { tickets: given, departments, ...facts } of members) {
        const seeded = await company.member(facts.name, facts);
        for (const [n, { function: name, requirement }] of departments.entries()) {
          if (name) await company.affiliate(seeded, places[n]!, name);
          const requiresCompliance = requirement === 'compliance';
          const isPrimary = false;
          if (requirement)
            await company.assign(seeded, places[n]!, driller, { isPrimary, requiresCompliance });
        }
        const tickets: Ticket[] = [];
        for (const each of given) {
          const id = await company.ticket(seeded, achievement, each.status, {
            expiresAt: each.expiresAt && new Date(each.expiresAt).toISOString(),
            issuedAt: each.issuedAt && new Date(each.issuedAt).toISOString(),
            isRequired: each.isRequired,
          } as object);
          tickets.push({ id, ...each });
        }
        people.push({
          ...facts,
          departments,
          accountId: seeded.account.uuid,
          memberId: seeded.uuid,
          tickets,
        });
      }
      const reader = await reportReader(app, company);
      const known = people.map(({ hasAccess, personType }) => hasAccess && personType);
      if (requested.personTypes?.some(type => !known.includes(type))) {
        const request = { achievementId: achievement.uuid, personTypes: requested.personTypes };
        expect((await reader.get('achievement-gaps', request)).status).toBe(400);
        return;
      }
      const { requiredOnly = false, departments = [], ...rest } = requested;
      const response = (await reader.json('achievement-gaps', {
        achievementId: achievement.uuid,
        ...rest,
        requiredOnly: String(requiredOnly),
        departments: departments.map(each => places[each]!.uuid),
      })) as AchievementGaps;
      const { items, summary, total, page, pageSize } = response;
      expect({
        summary,
        total,
        page,
        pageSize,
        items: items.map(gap => [
          gap.learnerAccountId,
          gap.ticketId,
          gap.status,
          gap.memberId,
          gap.isRequired,
        ]),
      }).toEqual(expected(people, requested));
      const counts = summary.standings.map(({ people: count }) => count);
      expect(summary.roster).toBe(summary.valid + summary.gaps);
      expect(summary.gaps).toBe(counts.reduce((sum, count) => sum + count, 0));
    }),
    { numRuns: runs(60) },
  );
});
