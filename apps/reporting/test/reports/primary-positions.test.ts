import { type Database, parseStatement, query } from '@platform/db';
import { connect, createTestDatabase, type TestDatabase } from '@platform/db/testing';
import { waitUntil } from '@platform/http/testing';
import { PrimaryPositions, type Replay } from '../../src/reports/servers/primary-positions';

let database: TestDatabase;
let db: Database;
let positions: PrimaryPositions;
beforeEach(async () => {
  database = await createTestDatabase();
  db = connect(database.url);
  positions = new PrimaryPositions(db, 60_000);
});
afterEach(async () => {
  await db.close();
  await database.drop();
});

const write = parseStatement(
  'write.sql',
  `select pg_logical_emit_message(true, 'test', 'something') is not null`,
);
const position = parseStatement<{ position: number }>(
  'position.sql',
  `select pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::bigint as position`,
);
const standby = (facts: Partial<Replay>): Replay => ({
  isInRecovery: true,
  position: null,
  secondsSinceCommit: null,
  ...facts,
});
const here = async () => (await query(db, position))[0]!.position;

test('a standby that has everything does not lag, however long ago the last commit was', async () => {
  await positions.read();
  const all = standby({ position: Number.MAX_SAFE_INTEGER, secondsSinceCommit: 86_400 });
  expect(positions.lagOf(all)).toBe(0);
});

test('a standby lags since the primary left the position that it has replayed', async () => {
  const start = performance.now();
  await positions.read();
  const replayed = await here();
  await query(db, write);
  await waitUntil(async () => (await here()) > replayed);
  await positions.read();
  const lag = positions.lagOf(standby({ position: replayed, secondsSinceCommit: 86_400 }));
  expect(lag).toBeGreaterThan(0);
  expect(lag).toBeLessThan((performance.now() - start) / 1_000);
});

test('a standby that was behind already is judged by its last commit', async () => {
  await positions.read();
  expect(positions.lagOf(standby({ position: 0, secondsSinceCommit: 86_400 }))).toBe(86_400);
});

test('a server that is no standby any more does not lag', async () => {
  await positions.read();
  expect(positions.lagOf(standby({ isInRecovery: false }))).toBe(0);
});

test('while the primary is away nothing is behind it any further', async () => {
  await positions.read();
  const replayed = await here();
  const away = new PrimaryPositions(connect('postgresql://127.0.0.1:1/none'), 60_000);
  await away.read();
  expect(away.lagOf(standby({ position: replayed, secondsSinceCommit: 3 }))).toBe(3);
  await away.close();
});
