import type { Database } from '@platform/db';
import { connect, createTestDatabase, type TestDatabase } from '@platform/db/testing';
import fc from 'fast-check';
import { renewCounts } from '../../../src/compliance/renew-counts';
import { runReporting } from '../../run-program';
import { runs } from '../../runs';
import { createSeed, type Seed } from '../../seed';
import { countDifferences, writeBitmaps } from './standing-bitmaps';

let database: TestDatabase;
let db: Database;
let seed: Seed;
beforeAll(async () => {
  database = await createTestDatabase();
  db = connect(database.url);
  seed = createSeed(db);
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const STATUSES = ['Validated', 'NotApplicable', 'Submitted', 'Expired', 'NotCompleted'] as const;
const [MEMBERS, COMPETENCIES] = [3, 4];

/** IDs far apart, so that a member has several bitmaps. */
async function organization() {
  const acme = await seed.company('acme');
  const members: number[] = [];
  for (let n = 0; n < MEMBERS; n++) members.push((await acme.member(`Member ${n}`)).id);
  const competencies: number[] = [];
  for (let n = 0; n < COMPETENCIES; n++) {
    competencies.push((await acme.competency(`Competency ${n}`)).id);
    await db.pool.query(
      "select setval('reporting.competency_id_seq', nextval('reporting.competency_id_seq') + 700)",
    );
  }
  return { id: acme.id, members, competencies };
}

const pair = { member: fc.nat(MEMBERS - 1), competency: fc.nat(COMPETENCIES - 1) };
const standing = fc.record({
  ...pair,
  status: fc.constantFrom(...STATUSES),
  isValidated: fc.boolean(),
  /** Days from now. */
  expires: fc.option(fc.constantFrom(-10, 10)),
});
const write = fc.oneof(
  fc.record({
    kind: fc.constant('put' as const),
    rows: fc.uniqueArray(standing, {
      selector: row => row.member * 10 + row.competency,
      maxLength: 5,
    }),
  }),
  fc.record({ kind: fc.constant('delete' as const), members: fc.subarray([0, 1, 2]) }),
  fc.record({ kind: fc.constant('move' as const), ...pair, to: fc.nat(MEMBERS - 1) }),
);

type Write = typeof write extends fc.Arbitrary<infer Value> ? Value : never;
type Facts = Awaited<ReturnType<typeof organization>>;

async function perform({ id: companyId, members, competencies }: Facts, change: Write) {
  const { competencyStanding } = db.prisma;
  switch (change.kind) {
    case 'put': {
      const data = change.rows.map(({ member, competency, status, isValidated, expires }) => ({
        companyId,
        memberId: members[member]!,
        competencyId: competencies[competency]!,
        status,
        isValidated,
        expiresAt: expires === null ? null : new Date(Date.now() + expires * 86_400_000),
      }));
      for (const row of data) {
        const where = {
          memberId_competencyId: { memberId: row.memberId, competencyId: row.competencyId },
        };
        await competencyStanding.upsert({ where, create: row, update: row });
      }
      return;
    }
    case 'delete':
      await competencyStanding.deleteMany({
        where: { memberId: { in: change.members.map(member => members[member]!) } },
      });
      return;
    case 'move':
      // A duplicate key: the statement fails and changes nothing.
      await competencyStanding
        .updateMany({
          where: {
            memberId: members[change.member]!,
            competencyId: competencies[change.competency]!,
          },
          data: { memberId: members[change.to]! },
        })
        .catch(() => undefined);
  }
}

test('bitmaps match the standings after writes in any order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(write, { maxLength: 12 }), async writes => {
      const facts = await organization();
      for (const change of writes) await perform(facts, change);
      expect(await countDifferences(db)).toBe(0);
    }),
    { numRuns: runs(15) },
  );
}, 120_000);

test('concurrent writers of one member do not lose updates', async () => {
  const facts = await organization();
  const writers = Array.from({ length: 4 }, async (_, competency) => {
    for (let n = 0; n < 25; n++) {
      const status = STATUSES[(n + competency) % STATUSES.length]!;
      const row = { member: 0, competency, status, isValidated: true, expires: null };
      await perform(facts, { kind: 'put', rows: [row] });
    }
  });
  await Promise.all(writers);
  expect(await countDifferences(db)).toBe(0);
  expect(
    await db.prisma.standingBitmap.count({ where: { memberId: facts.members[0]! } }),
  ).toBeGreaterThan(1);
});

test('a member without standings has no bitmap, and none outlives its member', async () => {
  const facts = await organization();
  const row = {
    member: 0,
    competency: 0,
    status: 'Validated',
    isValidated: true,
    expires: 10,
  } as const;
  await perform(facts, { kind: 'put', rows: [row] });
  await perform(facts, { kind: 'delete', members: [0] });
  expect(await db.prisma.standingBitmap.count({ where: { companyId: facts.id } })).toBe(0);
  await db.prisma.member.deleteMany({ where: { companyId: facts.id } });
});

test('bitmaps with expired standings are renewed, others are not', async () => {
  const facts = await organization();
  const row = { competency: 0, status: 'Validated', isValidated: true } as const;
  await perform(facts, {
    kind: 'put',
    rows: [
      { ...row, member: 0, expires: -10 },
      { ...row, member: 1, expires: 10 },
    ],
  });
  await writeBitmaps(db, facts, new Date(Date.now() - 20 * 86_400_000));
  await renewCounts({ db });
  const stored = await db.prisma.standingBitmap.findMany({
    where: { companyId: facts.id },
    select: { memberId: true, validated: true, expired: true },
    orderBy: { memberId: 'asc' },
  });
  expect(
    stored.map(({ validated, expired }) => [validated.includes('1'), expired.includes('1')]),
  ).toEqual([
    [false, true],
    [true, false],
  ]);
  expect(await countDifferences(db)).toBe(0);
});

test('all expired bitmaps of a member are renewed', async () => {
  const facts = await organization();
  const row = { status: 'Validated', isValidated: true } as const;
  await perform(facts, {
    kind: 'put',
    rows: [
      { ...row, member: 0, competency: 0, expires: -10 },
      { ...row, member: 0, competency: 3, expires: -10 },
      { ...row, member: 1, competency: 0, expires: -10 },
    ],
  });
  await writeBitmaps(db, facts, new Date(Date.now() - 20 * 86_400_000));
  await renewCounts({ db, max: 2 });
  expect(
    await db.prisma.standingBitmap.count({
      where: { companyId: facts.id, validUntil: { lte: new Date() } },
    }),
  ).toBe(0);
});

test('members without counts are counted, with or without standings', async () => {
  const { id, members, competencies } = await organization();
  const row = { member: 0, status: 'Validated', isValidated: true, expires: null } as const;
  const rows = competencies.map((_, competency) => ({ ...row, competency }));
  await perform({ id, members, competencies }, { kind: 'put', rows });
  await db.prisma.standingCount.deleteMany({ where: { companyId: id } });
  await renewCounts({ db, max: 2 });
  const counts = await db.prisma.standingCount.findMany({
    where: { companyId: id },
    orderBy: { memberId: 'asc' },
  });
  expect(counts.map(({ recorded }) => recorded)).toEqual([COMPETENCIES, 0, 0]);
});

test.each(['repeatable read', 'serializable'])(
  'a write at the isolation level %s is refused, because it would not see concurrent commits',
  async level => {
    const facts = await organization();
    const writer = await db.pool.connect();
    await writer.query(`begin isolation level ${level}`);
    const write = writer.query(
      `insert into reporting.competency_standing (company_id, member_id, competency_id, status, is_validated)
      values ($1, $2, $3, 'Validated', true)`,
      [facts.id, facts.members[0], facts.competencies[0]],
    );
    await expect(write).rejects.toThrow('read committed');
    await writer.query('rollback');
    writer.release();
  },
);

test('verify fails with the number of bitmaps that differ', async () => {
  const facts = await organization();
  const row = {
    member: 0,
    competency: 0,
    status: 'Validated',
    isValidated: true,
    expires: null,
  } as const;
  await perform(facts, { kind: 'put', rows: [row] });
  const verify = () => runReporting(['verify'], { DATABASE_URL: database.url });
  expect(await verify()).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^All \d+ bitmaps and \d+ counts match\.\n$/),
  });

  await db.prisma.standingBitmap.updateMany({
    where: { companyId: facts.id },
    data: { validated: '0'.repeat(1_024) },
  });
  expect(await verify()).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/1 of \d+ bitmaps and \d+ counts differ/),
  });
});

test.each(['truncate reporting.competency_standing', 'truncate reporting.company cascade'])(
  '%s deletes all bitmaps',
  async statement => {
    const acme = await organization();
    await perform(acme, {
      kind: 'put',
      rows: [{ member: 0, competency: 0, status: 'Validated', isValidated: true, expires: null }],
    });
    const count = async () =>
      (await db.pool.query<{ count: string }>('select count(*) from reporting.standing_bitmap'))
        .rows[0]!.count;
    expect(Number(await count())).toBeGreaterThan(0);
    await db.pool.query(statement);
    expect(await count()).toBe('0');
  },
);
