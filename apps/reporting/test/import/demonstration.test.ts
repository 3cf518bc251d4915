import { createHash } from 'node:crypto';
import type { Database } from '@platform/db';
import { connect, createTestDatabase, type TestDatabase } from '@platform/db/testing';
import document from '../../openapi.json';
import { takeSnapshot } from '../../src/compliance/snapshots/take-snapshot';
import { writeHistory } from '../../src/demo/history';
import { FAMILY_NAMES, GIVEN_NAMES } from '../../src/demo/names';
import { courses } from '../../src/demo/organization';
import { accountRows } from '../../src/demo/people';
import { createPlan, EDGE, type OrganizationPlan, SIZES, type Size } from '../../src/demo/plan';
import { createDemonstration } from '../../src/demo/sources';
import { departmentRows } from '../../src/demo/structure';
import { standingRows, ticketRows } from '../../src/demo/training';
import { importRecords } from '../../src/import/import-records';
import type { FileName } from '../../src/records/import-file';
import { runReporting } from '../run-program';
import { exampleFolder, sourcesOf } from './test-folder';

const now = new Date('2026-11-21T10:00:00Z');
const demo = { source: 'demo', allowOperators: true };

async function digest(seed: number, at = now): Promise<string> {
  const hash = createHash('sha256');
  const { sources } = createDemonstration('small', seed, at);
  for (const open of Object.values(sources))
    for await (const rows of open()) hash.update(JSON.stringify(rows));
  return hash.digest('hex');
}

test('the same seed on the same day generates the same rows, another seed different ones', async () => {
  expect(await digest(1)).toBe(await digest(1, new Date('2026-11-21T23:00:00Z')));
  expect(await digest(1)).not.toBe(await digest(2));
});

test('large is the documented production scale', () => {
  const { organizations, affiliations, members } = createPlan('large', 1);
  expect(organizations).toHaveLength(60);
  expect(organizations.reduce((sum, each) => sum + each.members, 0)).toBe(111_000);
  expect([members, affiliations]).toEqual([111_000, 239_000]);
  expect(Math.max(...organizations.map(each => each.members))).toBe(20_000);
  expect(Math.min(...organizations.map(each => each.members))).toBeGreaterThan(100);
  expect(new Set(organizations.map(each => each.handle)).size).toBe(60);
});

test('huge has the organizations of large and one that is ten times as large as their largest', () => {
  const { organizations, affiliations, members } = createPlan('huge', 1);
  const [largest, ...others] = organizations;
  expect(largest!.members).toBe(200_000);
  expect((largest!.members * affiliations) / members).toBe(400_000);
  const sizes = (plans: readonly OrganizationPlan[]) => plans.map(each => each.members);
  expect(sizes(others)).toEqual(sizes(createPlan('large', 1).organizations));
  expect(new Set(organizations.map(each => each.handle)).size).toBe(61);
});

test('the largest organization of huge has forty million standings and ten million tickets', () => {
  const [largest] = createDemonstration('huge', 1, now).organizations;
  const some = { ...largest!, members: 500 };
  const ofAll = (rows: Iterable<unknown>) => ([...rows].length / 500) * largest!.members;
  expect(ofAll(standingRows(some, String)) / 40e6).toBeCloseTo(1, 1);
  expect(ofAll(ticketRows(some, String)) / 10e6).toBeCloseTo(1, 1);
});

test('examples in the API document exist in the demonstration of npm start', async () => {
  const { paths, components } = document;
  const gaps = paths['/reporting/achievement-gaps'].get.parameters;
  const { example } = gaps.find(({ name }) => name === 'achievementId')!;
  const { departments } = components.schemas.ComplianceSummaryRequest.example;
  const ids = await identities('small', 1);
  expect(ids).toEqual(expect.arrayContaining([example, ...departments]));
});

test('departments and people have unique names within an organization', () => {
  for (const size of SIZES) {
    const [largest] = createDemonstration(size, 1, now).organizations;
    const departments = [...departmentRows(largest!)].map(([, , name]) => name);
    expect(new Set(departments).size).toBe(largest!.departments);
    const people = [...accountRows(largest!)].map(([, , name]) => name);
    expect(new Set(people).size).toBe(largest!.members);
  }
});

test('no family name is also a given name', () => {
  expect(GIVEN_NAMES.filter(name => FAMILY_NAMES.includes(name))).toEqual([]);
});

test('IDs, handles and e-mails are unique across sizes and seeds', async () => {
  const seen = new Map<string, string>();
  for (const [size, seed] of [
    ['small', 1],
    ['small', 2],
    ['large', 1],
    ['huge', 1],
  ] as const) {
    for (const identity of await identities(size, seed)) {
      expect([identity, seen.get(identity)]).toEqual([identity, undefined]);
      seen.set(identity, `${size} ${seed}`);
    }
  }
});

/** Returns the IDs, handles and e-mails in files to which other files refer. */
async function identities(size: Size, seed: number): Promise<string[]> {
  const { sources } = createDemonstration(size, seed, now);
  const found: string[] = [];
  const files: FileName[] = [
    'companies.csv',
    'departments.csv',
    'profiles.csv',
    'achievements.csv',
  ];
  // Large files are only read for one size, because a single function generates the IDs of all files.
  if (size === 'small') files.push('accounts.csv', 'members.csv', 'competencies.csv');
  for (const file of files) {
    for await (const rows of sources[file]!()) {
      for (const { line, cells } of rows) {
        const [id, second] = cells;
        if (line > 1) found.push(id!);
        if (line > 1 && file === 'companies.csv') found.push(second!, `demo@${second}.example`);
      }
    }
  }
  return found;
}

describe('small', () => {
  let server: TestDatabase;
  let db: Database;
  beforeAll(async () => {
    server = await createTestDatabase();
    db = connect(server.url);
    await load();
  });
  afterAll(async () => {
    await db.close();
    await server.drop();
  });

  const load = (at = now) => importRecords(db, createDemonstration('small', 1, at).sources, demo);
  const memberAt = (edge: number) =>
    db.prisma.member.findFirstOrThrow({
      where: { code: `P-${String(edge + 1).padStart(5, '0')}` },
      include: { affiliations: true, assignments: true, account: true },
    });

  test('changes nothing if it is loaded again', async () => {
    expect(await load()).toMatchObject({ inserted: 0, updated: 0, deleted: 0 });
  });

  test('can be loaded in addition to imported organizations and another seed, in any order', async () => {
    const other = await createTestDatabase();
    const otherDb = connect(other.url);
    const loads = [
      () => importRecords(otherDb, sourcesOf(exampleFolder()), { source: 'example' }),
      () => importRecords(otherDb, createDemonstration('small', 2, now).sources, demo),
      () => importRecords(otherDb, createDemonstration('small', 1, now).sources, demo),
    ];
    for (const first of loads) expect((await first()).inserted).toBeGreaterThan(0);
    for (const again of loads) expect(await again()).toMatchObject({ inserted: 0, updated: 0 });
    await otherDb.close();
    await other.drop();
  });

  test('has every status of standings and tickets, and every function', async () => {
    const standings = await db.prisma.competencyStanding.groupBy({ by: ['status', 'isValidated'] });
    expect(new Set(standings.map(({ status }) => status)).size).toBe(7);
    const notApplicable = standings.filter(({ status }) => status === 'NotApplicable');
    expect(notApplicable.map(({ isValidated }) => isValidated).sort()).toEqual([false, true]);
    expect(await db.prisma.ticket.groupBy({ by: ['status'] })).toHaveLength(4);
    expect(await db.prisma.affiliation.groupBy({ by: ['function'] })).toHaveLength(4);
    expect(await db.prisma.achievement.groupBy({ by: ['measurement'] })).toHaveLength(10);
  });

  test('has tickets with the status Valid that have expired, and some that never expire', async () => {
    const valid = { status: 'Valid' as const };
    expect(
      await db.prisma.ticket.count({ where: { ...valid, expiresAt: { lte: now } } }),
    ).toBeGreaterThan(0);
    expect(await db.prisma.ticket.count({ where: { ...valid, expiresAt: null } })).toBeGreaterThan(
      0,
    );
  });

  test('has a person for each edge case', async () => {
    expect((await memberAt(EDGE.noPersonType)).personType).toBeNull();
    expect((await memberAt(EDGE.noAccess)).hasAccess).toBe(false);
    const employee = await memberAt(EDGE.employeeOnly);
    expect(new Set(employee.affiliations.map(each => each.function))).toEqual(
      new Set(['Employee']),
    );
    expect((await memberAt(EDGE.noDepartment)).affiliations).toEqual([]);
    expect((await memberAt(EDGE.noProfile)).assignments).toEqual([]);
    expect((await memberAt(EDGE.hostileName)).account.name).toMatch(/^=1\+1 "/);
    expect(await db.prisma.member.count({ where: { code: null } })).toBe(1);
  });

  test('has an account with report access, and one operator', async () => {
    const reader = await db.prisma.account.findFirstOrThrow({
      where: { email: 'demo@aurora-energy.example' },
      include: { members: true },
    });
    expect(reader).toMatchObject({ apiAccess: true, reportAccess: true, isOperator: false });
    expect(reader.members).toMatchObject([{ hasAccess: true, isDeveloper: true }]);
    expect(await db.prisma.account.count({ where: { isOperator: true } })).toBe(1);
  });

  const writeSmallHistory = () =>
    writeHistory(db, createDemonstration('small', 1, now).organizations, { size: 'small', now });

  test('has two years of monthly statistics, which rise to the current ones', async () => {
    await writeSmallHistory();
    await writeSmallHistory();
    const months = await db.prisma.monthlyStatistic.groupBy({
      by: ['month', 'asAt'],
      _sum: { validated: true, required: true },
      orderBy: { month: 'asc' },
    });
    expect(months.map(({ month }) => month.toISOString().slice(0, 10))).toEqual([
      '2024-12-01',
      ...Array.from({ length: 12 }, (_, n) => `2025-${String(n + 1).padStart(2, '0')}-01`),
      ...Array.from({ length: 11 }, (_, n) => `2026-${String(n + 1).padStart(2, '0')}-01`),
    ]);
    expect(months.slice(-2).map(({ asAt }) => asAt.toISOString())).toEqual([
      '2026-10-25T02:00:00.000Z',
      '2026-11-15T02:00:00.000Z',
    ]);
    const validated = months.map(({ _sum }) => _sum.validated!);
    expect(validated).toEqual([...validated].sort((one, other) => one - other));
    expect(validated[0]).toBeLessThan(validated.at(-1)! * 0.9);
    expect(new Set(months.map(({ _sum }) => _sum.required)).size).toBe(1);
  });

  test('has two years of weekly snapshots up to the one taken today', async () => {
    await writeSmallHistory();
    const { id } = await db.prisma.company.findFirstOrThrow();
    await takeSnapshot(db, id, now);
    const weeks = await db.prisma.complianceSnapshot.groupBy({
      by: ['snapshotDate'],
      _sum: { required: true, satisfied: true },
      _count: true,
      orderBy: { snapshotDate: 'asc' },
    });
    const today = weeks.pop()!;
    expect(weeks).toHaveLength(104);
    expect(new Set(weeks.map(({ snapshotDate }) => snapshotDate.getUTCDay()))).toEqual(
      new Set([0]),
    );
    const sums = (week: (typeof weeks)[number]) => [week._count, week._sum.required];
    expect(weeks.map(sums)).toEqual(weeks.map(() => sums(today)));
    const satisfied = (week: (typeof weeks)[number]) => week._sum.satisfied!;
    // Six days later, only records that have expired in the meantime differ.
    expect(satisfied(weeks.at(-1)!)).toBeGreaterThanOrEqual(satisfied(today));
    expect(satisfied(weeks.at(-1)!) * 0.98).toBeLessThanOrEqual(satisfied(today));
    expect(satisfied(weeks[0]!)).toBeLessThan(satisfied(today));
  });

  test('has a department with the lowest share, one that improves, and one that declines', async () => {
    await writeSmallHistory();
    const { organizations } = createDemonstration('small', 1, now);
    const shareOf = async (department: number, date: string) => {
      const { _sum: sum } = await db.prisma.complianceSnapshot.aggregate({
        where: {
          departmentUuid: organizations[0]!.departmentId(department),
          profileCondition: 'compliance',
          snapshotDate: new Date(date),
        },
        _sum: { required: true, satisfied: true },
      });
      return sum.satisfied! / sum.required!;
    };
    const [first, last] = ['2024-11-24', '2026-11-15'] as const;
    const changeOf = async (department: number) =>
      (await shareOf(department, last)) - (await shareOf(department, first));
    expect(await changeOf(courses.indexOf('improving'))).toBeGreaterThan(0.15);
    expect(await changeOf(courses.indexOf('declining'))).toBeLessThan(-0.1);
    const all = await Promise.all([0, 1, 2, 3, 4, 5].map(each => shareOf(each, last)));
    const worst = courses.indexOf('worst');
    const others = all.filter((_, department) => department !== worst);
    expect(all[worst]!).toBeLessThan(Math.min(...others) - 0.1);
    expect(Math.min(...others)).toBeGreaterThan(0.65);
    expect(Math.max(...others)).toBeLessThan(0.96);
  });
});

test('the command prints the accounts that can sign in once they have a password', async () => {
  const database = await createTestDatabase();
  const env = { DATABASE_URL: database.url };
  const { code, stdout } = await runReporting(['demo'], env);
  const [counts, who, how, ...rest] = stdout.split('\n');
  expect([code, rest]).toEqual([0, ['']]);
  expect(counts).toMatch(/^[\d,]+ rows read, /);
  const [, reader, operator] =
    /^(demo@\S+) reads the reports of aurora-energy, (operator@\S+) is an operator\. /.exec(who!)!;
  expect(how).toBe(`  reporting accounts set-password --email ${reader}`);
  for (const email of [reader!, operator!]) {
    expect((await runReporting(['accounts', 'list', '--q', email], env)).stdout).toContain(email);
  }
  await database.drop();
});
