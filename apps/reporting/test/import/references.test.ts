import { randomUUID } from 'node:crypto';
import type { Database } from '@platform/db';
import { connect, createTestDatabase, type TestDatabase } from '@platform/db/testing';
import { waitUntil } from '@platform/http/testing';
import { createSeed } from '../seed';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = connect(database.url);
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

async function organization(name: string) {
  const seeded = await createSeed(db).company(name);
  return {
    company_id: seeded.id,
    member_id: (await seeded.member('Ada')).id,
    validator_id: (await seeded.member('Grace')).id,
    competency_id: (await seeded.competency('Muster point')).id,
    achievement_id: (await seeded.achievement('First Aid')).id,
  };
}
type Ids = Awaited<ReturnType<typeof organization>>;

const STANDING = `insert into reporting.competency_standing
  (company_id, member_id, competency_id, validator_id, status, is_validated)
  values ($1, $2, $3, $4, 'Validated', true)`;
const TICKET = `insert into reporting.ticket (company_id, member_id, achievement_id, uuid, status, is_required)
  values ($1, $2, $3, $4, 'Valid', true)`;

const standing = (ids: Ids) => [ids.company_id, ids.member_id, ids.competency_id, ids.validator_id];
const ticket = (ids: Ids) => [ids.company_id, ids.member_id, ids.achievement_id, randomUUID()];

const REFERENCES = [
  ['member', 'standing', 'member_id', STANDING, standing],
  ['competency', 'standing', 'competency_id', STANDING, standing],
  ['member', 'standing', 'validator_id', STANDING, standing],
  ['member', 'ticket', 'member_id', TICKET, ticket],
  ['achievement', 'ticket', 'achievement_id', TICKET, ticket],
] as const;

describe.each(REFERENCES)('the %s of a %s as its %s', (table, _, column, insert, values) => {
  const remove = `delete from reporting.${table} where id = $1`;
  const violation = { code: '23503' };

  test('exists', async () => {
    const ids = { ...(await organization('acme')), [column]: 2 ** 31 - 1 };
    await expect(db.pool.query(insert, values(ids))).rejects.toMatchObject(violation);
  });

  test('is of the same organization', async () => {
    const [acme, other] = [await organization('acme'), await organization('other')];
    const mixed = values({ ...acme, [column]: other[column] });
    await expect(db.pool.query(insert, mixed)).rejects.toMatchObject(violation);
  });

  test('is neither deleted nor moved to another organization, and may go once nothing refers to it', async () => {
    const ids = await organization('acme');
    await db.pool.query(insert, values(ids));
    await expect(db.pool.query(remove, [ids[column]])).rejects.toMatchObject(violation);
    const move = `update reporting.${table} set company_id = $2 where id = $1`;
    const { company_id: other } = await organization('other');
    await expect(db.pool.query(move, [ids[column], other])).rejects.toThrow('stays');

    const own = [ids.company_id];
    await db.pool.query('delete from reporting.competency_standing where company_id = $1', own);
    await db.pool.query('delete from reporting.ticket where company_id = $1', own);
    expect(await db.pool.query(remove, [ids[column]])).toMatchObject({ rowCount: 1 });
  });

  test.each([
    ['a deletion that waited for the row that refers to it', insert, remove],
    ['a row that waited for the deletion', remove, insert],
  ])('refuses %s', async (_title, first, second) => {
    const ids = await organization('acme');
    const parameters = (text: string) => (text === remove ? [ids[column]] : values(ids));
    const [one, other] = [await db.pool.connect(), await db.pool.connect()];
    await one.query('begin');
    await one.query(first, parameters(first));
    const waiting = other.query(second, parameters(second)).then(
      () => null,
      (error: unknown) => error,
    );
    await waitUntil(async () => {
      const { rowCount } = await db.pool.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      return rowCount === 1;
    });
    await one.query('commit');
    expect(await waiting).toMatchObject(violation);
    one.release();
    other.release();
  });
});

test('an update refers to another row that exists, and only such', async () => {
  const ids = await organization('acme');
  await db.pool.query(STANDING, standing(ids));
  const validateBy = (id: number | null) =>
    db.pool.query(
      'update reporting.competency_standing set validator_id = $1 where company_id = $2',
      [id, ids.company_id],
    );
  await expect(validateBy(2 ** 31 - 1)).rejects.toMatchObject({ code: '23503' });
  await validateBy(ids.member_id);
  await validateBy(null);
});

test('a deletion whose snapshot is older than its statement is refused', async () => {
  const ids = await organization('acme');
  const client = await db.pool.connect();
  await client.query('begin isolation level repeatable read');
  const deletion = client.query('delete from reporting.member where id = $1', [ids.member_id]);
  await expect(deletion).rejects.toThrow('read committed');
  await client.query('rollback');
  client.release();
});

test('to truncate members takes their standings and tickets', async () => {
  const ids = await organization('acme');
  await db.pool.query(STANDING, standing(ids));
  await db.pool.query(TICKET, ticket(ids));
  await db.pool.query('truncate reporting.member cascade');
  expect(await db.prisma.competencyStanding.count()).toBe(0);
  expect(await db.prisma.ticket.count()).toBe(0);
});
