import path from 'node:path';
import { execute, readStatements } from '@platform/db';
import { purge } from '../../src/main/purge';
import { startTestApp, type TestApp } from '../start-test-app';

const DAY = 86_400_000;

const statements = readStatements(path.join(__dirname, '../../src/main'), 'purge.sql');

const retention = { auditRetentionDays: 30, importBeforeDays: 30 };

let service: TestApp;
beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

const daysAgo = (days: number) => new Date(Date.now() - days * DAY);

test('events are kept for the retention period', async () => {
  const { auditEvent } = service.context.db.prisma;
  await auditEvent.createMany({
    data: [29, 31].map(days => ({ kind: 'sign-in', actor: `${days}`, at: daysAgo(days) })),
  });
  await purge(service.context.db, retention);
  expect((await auditEvent.findMany()).map(({ actor }) => actor)).toEqual(['29']);
});

test('events are deleted in batches of 10,000', async () => {
  const { auditEvent } = service.context.db.prisma;
  await service.context.db.pool.query(
    `insert into reporting.audit_event (kind, actor, at)
    select 'sign-in', 'old', $1 from generate_series(1, 21000)`,
    [daysAgo(31)],
  );
  const slice = statements('purge-events');
  expect(await execute(service.context.db, slice, { retentionDays: 30 })).toBe(10_000);
  await purge(service.context.db, retention);
  expect(await auditEvent.count({ where: { actor: 'old' } })).toBe(0);
});

test('sessions are kept for a day after their end', async () => {
  const ada = await service.seed.account('Ada');
  const { session } = service.context.db.prisma;
  const at = (days: number, ended: number | null = null) => ({
    accountId: ada.id,
    createdAt: daysAgo(days),
    expiresAt: new Date(daysAgo(days).getTime() + DAY / 3),
    endedAt: ended === null ? null : daysAgo(ended),
  });
  await session.createMany({ data: [at(0), at(1), at(2), at(0.2, 0.1)] });
  await purge(service.context.db, retention);
  expect(await session.count()).toBe(3);
});
