import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { takeSnapshot } from '../../../src/compliance/snapshots/take-snapshot';
import { runs } from '../../runs';
import type { Reply } from '../../send-json';
import { startTestApp, type TestApp } from '../../start-test-app';
import { type StoredWorld, storeWorld } from '../compliance/store-world';
import { type World, world } from '../compliance/world';
import { comparable, narrowed, type ReportRequest, requests, send } from './requests';

const now = new Date('2026-11-21T10:00:00.000Z');
const UNLIMITED = { RATE_LIMIT_REPORTS: 'off', RATE_LIMIT_DEFAULT: 'off' };

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp(UNLIMITED, { clock: () => now });
});
afterAll(() => app.close());

const DEPARTMENTS = [0, 1, 2];
const MEMBERS = [0, 1, 2, 3];

const generated = fc.record({
  world,
  scope: fc.subarray(DEPARTMENTS),
  isAdministered: fc.boolean(),
  /** Whether the last department was emptied after the first snapshot of the month. */
  isEmptied: fc.boolean(),
});

/** An organization, a reader without a scope, and a reader whose scope is some departments. */
interface ScopedOrganization {
  readonly stored: StoredWorld;
  readonly facts: World;
  readonly scope: readonly number[];
  readonly shown: readonly string[];
  /** A department without members. */
  readonly empty: string;
  readonly achievements: readonly string[];
  readonly everything: (request: ReportRequest, format?: string) => Promise<Reply>;
  readonly scoped: (request: ReportRequest, format?: string) => Promise<Reply>;
}

type Generated = typeof generated extends fc.Arbitrary<infer Value> ? Value : never;

async function createOrganization({
  world: facts,
  scope,
  isAdministered,
  isEmptied,
}: Generated): Promise<ScopedOrganization> {
  const { seed, url, context } = app;
  const { db } = context;
  const stored = await storeWorld(db, facts, now);
  const { id: companyId, departments, members } = stored;
  const own = { companyId, uuid: randomUUID() };
  const empty = await db.prisma.department.create({
    data: { ...own, name: 'Empty', isFacility: true },
  });
  for (const [n, uuid] of members.entries()) {
    const personType = [null, 'Employee', 'Contractor', `Only ${n}`][n]!;
    await db.prisma.member.update({ where: { uuid }, data: { personType } });
  }
  const validators = await db.prisma.member.findMany({ where: { companyId } });
  await db.prisma.competencyStanding.updateMany({
    where: { companyId, competencyId: { gt: 0 } },
    data: { validatorId: validators[0]!.id },
  });
  const operator = await seed.account('Operator', { isOperator: true, reportAccess: true });
  const head = await seed.account('Head', { reportAccess: true });
  const shown = scope.map(n => departments[n]!);
  const inScope = await db.prisma.department.findMany({ where: { uuid: { in: shown } } });
  const isByName = !isAdministered && scope.length > 0;
  const member = await db.prisma.member.create({
    data: {
      ...{ companyId, uuid: randomUUID(), accountId: head.id },
      ...{ hasAccess: true, isDeveloper: true },
      reportScope: isByName ? 'departments' : 'administered',
      reportDepartments: isByName ? shown : [],
    },
  });
  if (!isByName) {
    await db.prisma.affiliation.createMany({
      data: inScope.map(({ id: departmentId }) => ({
        ...{ companyId, memberId: member.id, departmentId },
        function: 'Administration' as const,
      })),
    });
  }
  await takeSnapshot(db, companyId, new Date('2026-11-02T10:00:00.000Z'));
  if (isEmptied) {
    await db.prisma.affiliation.deleteMany({ where: { department: { uuid: departments[2]! } } });
    const functions = facts.members.map(each => ({
      ...each,
      functions: [each.functions[0]!, each.functions[1]!, null],
    }));
    Object.assign(facts, { members: functions });
    scope = isByName ? scope : scope.filter(n => n !== 2);
  }
  await takeSnapshot(db, companyId, now);
  const secrets = {
    everything: await seed.secret(operator, stored),
    scoped: await seed.secret(head, stored),
  };
  const achievements = await db.prisma.achievement.findMany({ where: { companyId } });
  return {
    ...{ stored, facts, scope, empty: empty.uuid },
    shown: scope.map(n => departments[n]!),
    achievements: achievements.map(({ uuid }) => uuid),
    everything: (request, format) => send(url, secrets.everything, request, format),
    scoped: (request, format) => send(url, secrets.scoped, request, format),
  };
}

/** Removes departments outside the scope from the names in rows of a file. */
function withShownNames(csv: string, { scope }: ScopedOrganization): string {
  return csv.replaceAll(
    /"?((?:Department \d; )*Department \d)"?(?=,|\r\n)/g,
    (_, names: string) => {
      const left = names.split('; ').filter(name => scope.includes(Number(name.at(-1))));
      return left.length > 1 ? `"${left.join('; ')}"` : left.join();
    },
  );
}

test('a scoped report equals the full one filtered by the departments of the scope', async () => {
  const request = fc.record({
    departments: fc.option(fc.subarray(DEPARTMENTS, { minLength: 1 })),
    members: fc.option(fc.subarray(MEMBERS, { minLength: 1 })),
    format: fc.constantFrom('json', 'csv', 'xlsx', 'ndjson'),
    draw: fc.nat(),
  });
  const counts = { refused: 0, equal: 0, people: 0 };
  await fc.assert(
    fc.asyncProperty(
      generated,
      fc.array(request, { minLength: 12, maxLength: 12 }),
      async (...all) => {
        const at = await createOrganization(all[0]);
        for (const { departments, members, format, draw } of all[1]) {
          const [plain] = fc.sample(requests(at.achievements), { seed: draw, numRuns: 1 });
          const acceptsMembers = /validations|expirations|summaries|matrix/.test(plain!.path);
          const people = acceptsMembers
            ? members?.filter(n => n < at.stored.members.length && isInScope(at, n, DEPARTMENTS))
            : undefined;
          const named = {
            ...(departments && { departments: departments.map(n => at.stored.departments[n]!) }),
            ...(people?.length && { members: people.map(n => at.stored.members[n]!) }),
          };
          const isOutside = [
            ...(departments ?? []).map(n => at.scope.includes(n)),
            ...(people ?? []).map(n => isInScope(at, n, at.scope)),
          ].includes(false);
          const response = await at.scoped(narrowed(plain!, named), format);
          if (isOutside) {
            await expectUnknown(at, plain!, named, response, format);
            counts.refused += 1;
            continue;
          }
          const scope = at.shown.length > 0 ? at.shown : [at.empty];
          const whole = await at.everything(
            narrowed(plain!, { departments: scope, ...named }),
            format,
          );
          const shownOf = ({ text }: Reply) => withShownNames(text, at);
          expect({ ...comparable(response), text: shownOf(response) }).toEqual({
            ...comparable(whole),
            text: shownOf(whole),
          });
          counts.equal += 1;
          if (/Member \d|Department \d/.test(response.text)) counts.people += 1;
        }
      },
    ),
    { numRuns: runs(50), endOnFailure: true },
  );
  expect(counts.refused).toBeGreaterThan(10);
  expect(counts.equal).toBeGreaterThan(20);
  // Empty reports would pass trivially.
  expect(counts.people).toBeGreaterThan(2);
}, 300_000);

function isInScope(
  { facts }: ScopedOrganization,
  member: number,
  scope: readonly number[],
): boolean {
  return scope.some(department => facts.members[member]!.functions[department] !== null);
}

/** IDs outside the scope are reported as unknown. */
async function expectUnknown(
  { scoped, shown, stored, scope, facts }: ScopedOrganization,
  plain: ReportRequest,
  named: { readonly departments?: readonly string[]; readonly members?: readonly string[] },
  response: Reply,
  format: string,
): Promise<void> {
  const isMember = (uuid: string) => {
    const n = stored.members.indexOf(uuid);
    return scope.some(department => facts.members[n]!.functions[department] !== null);
  };
  const foreign = new Map<string, string>();
  const swap = (uuid: string, isKnown: boolean) => {
    if (isKnown) return uuid;
    if (!foreign.has(uuid)) foreign.set(uuid, randomUUID());
    return foreign.get(uuid)!;
  };
  const unknownIds = {
    ...(named.departments && {
      departments: named.departments.map(uuid => swap(uuid, shown.includes(uuid))),
    }),
    ...(named.members && { members: named.members.map(uuid => swap(uuid, isMember(uuid))) }),
  };
  const other = await scoped(narrowed(plain, unknownIds), format);
  let { text } = other;
  for (const [own, random] of foreign) text = text.replaceAll(random, own);
  expect(response.status).toBe(400);
  expect(comparable(response)).toEqual({ ...comparable(other), text });
}

/** Whether reports count the member with one of the functions in one of the departments. */
function isCounted(
  { facts }: ScopedOrganization,
  member: number,
  scope: readonly number[],
  functions = ['Department', 'Organization', 'Administration'],
): boolean {
  const { hasAccess, functions: own } = facts.members[member]!;
  return hasAccess && scope.some(department => functions.includes(own[department] ?? ''));
}

const plain = (path: string, query: ReportRequest['query'] = {}): ReportRequest => ({
  ...{ path, query },
  body: null,
});

const idOf = ({ id }: { id: string }) => id;

test('reports without a department filter only show departments of the scope, with their people and affiliations', async () => {
  let people = 0;
  await fc.assert(
    fc.asyncProperty(generated, async facts => {
      const at = await createOrganization(facts);
      const { stored, shown, scope } = at;
      const isShown = (department: { id: string }) => shown.includes(department.id);
      const both = async (request: ReportRequest) => [
        await at.scoped(request),
        await at.everything(request),
      ];

      for (const profileCondition of ['compliance', 'all', 'primary']) {
        const [own, whole] = await both(plain('compliance-overview', { profileCondition }));
        const rows = whole!.body.rows.filter(({ department }: any) => isShown(department));
        expect(own!.body).toEqual({ ...whole!.body, rows });
      }

      for (const functions of [undefined, ['Employee'], ['Department', 'Employee']]) {
        const [own, whole] = await both(
          plain('directory-contacts', functions === undefined ? {} : { functions }),
        );
        const counted = stored.members.filter((_, n) => isCounted(at, n, scope, functions));
        const head = whole!.body.members.filter(({ name }: any) => name === 'Head').map(idOf);
        const known = [...counted, ...head];
        const affiliations = whole!.body.affiliations.filter(
          ({ memberId, departmentId }: any) =>
            known.includes(memberId) && shown.includes(departmentId),
        );
        const of = (name: string) => affiliations.map((each: any) => each[name]);
        expect(own!.body).toEqual({
          affiliations,
          departments: whole!.body.departments.filter(({ id }: any) =>
            of('departmentId').includes(id),
          ),
          members: whole!.body.members.filter(({ id }: any) => of('memberId').includes(id)),
        });
      }

      const holders = new Map<string, number>();
      const types = new Set<string>();
      for (const [n, memberId] of stored.members.entries()) {
        const [own, whole] = await both(plain(`people/${memberId}`));
        if (!isCounted(at, n, scope)) {
          const nobody = randomUUID();
          const other = await at.scoped(plain(`people/${nobody}`));
          expect(own!.status).toBe(404);
          const text = other.text.replaceAll(nobody, memberId);
          expect(comparable(own!)).toEqual({ ...comparable(other), text });
          continue;
        }
        people += 1;
        const ofShown = (list: any[]) => list.filter(({ department }) => isShown(department));
        const { affiliations, profiles, measurements, requirements, ...facts } = whole!.body;
        expect(own!.body).toEqual({
          ...facts,
          affiliations: ofShown(affiliations),
          profiles: ofShown(profiles),
          measurements: ofShown(measurements),
          requirements: requirements.map((each: any) => ({
            ...each,
            departments: each.departments.filter(isShown),
          })),
        });
        if (facts.member.personType !== null) types.add(facts.member.personType);
        for (const name of heldBy(at.facts.members[n]!)) {
          holders.set(name, (holders.get(name) ?? 0) + 1);
        }
      }

      const [own, whole] = await both(plain('achievement-gaps/achievements'));
      const items = whole!.body.items
        .map((each: any) => ({ ...each, holders: holders.get(each.achievementName) ?? 0 }))
        .sort((a: any, b: any) => b.holders - a.holders || compareNames(a, b));
      expect(own!.body).toEqual({ ...whole!.body, items });
      const kinds = 'profile';
      const within = { kinds, departments: scope.length === 0 ? [at.empty] : at.shown };
      const profiles = await at.everything(plain('matrix/subjects', within));
      expect(await at.scoped(plain('matrix/subjects', { kinds }))).toMatchObject({
        body: profiles.body,
      });
      const known = (await at.scoped(plain('achievement-gaps/person-types'))).body;
      expect(known).toEqual([...types].sort());
      const all = (await at.everything(plain('achievement-gaps/person-types'))).body as string[];
      for (const personTypes of all) {
        const query = { achievementId: at.achievements[0]!, personTypes };
        const { status, body } = await at.scoped(plain('achievement-gaps', query));
        expect(status).toBe(types.has(personTypes) ? 200 : 400);
        if (status === 400) expect(body.errors[0].message).toContain('not a person type of this');
      }
    }),
    { numRuns: runs(25) },
  );
  expect(people).toBeGreaterThan(0);
}, 300_000);

/** The achievements with a currently Valid ticket. */
function heldBy({ tickets }: World['members'][number]): Set<string> {
  const valid = tickets.filter(
    ({ status, issue, expiry }) =>
      status === 'Valid' && (issue ?? 0) <= 0 && (expiry === null || expiry > 0),
  );
  return new Set(valid.map(({ achievement }) => `Achievement ${achievement}`));
}

function compareNames(a: { achievementName: string }, b: { achievementName: string }): number {
  return a.achievementName < b.achievementName ? -1 : 1;
}
