import { randomBytes, randomUUID } from 'node:crypto';
import type { Database } from '@platform/db';
import { connect, createTestDatabase, type TestDatabase } from '@platform/db/testing';
import { runReporting } from '../../run-program';
import { createSeed, type MemberFacts, type Seed } from '../../seed';

let server: TestDatabase;
let db: Database;
let seed: Seed;
beforeAll(async () => {
  server = await createTestDatabase();
  db = connect(server.url);
  seed = createSeed(db);
});
afterAll(async () => {
  await db.close();
  await server.drop();
});

const secrets = (...args: string[]) =>
  runReporting(['secrets', ...args], { DATABASE_URL: server.url, ENVIRONMENT: 'test' });

async function ada(facts: MemberFacts = {}) {
  const acme = await seed.company('acme');
  const { account } = await acme.member('Ada', { reportAccess: true, ...facts });
  return { acme, account };
}

const stored = ({ id }: { id: number }) =>
  db.prisma.personalSecret.findMany({ where: { accountId: id } });

const audited = ({ id }: { id: number }) =>
  db.prisma.auditEvent.findMany({ where: { accountId: id }, orderBy: { id: 'asc' } });

test('create only prints the secret, stores its hash, and replaces the previous one', async () => {
  const { acme, account } = await ada();
  const create = () => secrets('create', '--email', account.email, '--company', acme.handle);
  const [one, other] = [await create(), await create()];
  expect([one.code, one.stderr]).toEqual([0, '']);
  expect(one.stdout).toMatch(/^vsk_test_[A-Za-z0-9_-]{43}\n$/);
  const rows = await stored(account);
  expect(rows.map(({ prefix }) => prefix)).toEqual([other.stdout.slice(0, 17)]);
  const everything = JSON.stringify([rows, await audited(account)], bigints);
  for (const { stdout } of [one, other]) expect(everything).not.toContain(stdout.trim());
});

test('a secret requires a member with access to the organization', async () => {
  const [{ account }, outside] = [await ada(), await seed.company('globex')];
  const { acme, account: former } = await ada({ hasAccess: false });
  for (const company of [outside, acme]) await company.member('Bob');
  for (const [{ email }, { handle }] of [
    [account, outside],
    [former, acme],
  ] as const) {
    const refused = await secrets('create', '--email', email, '--company', handle);
    expect([refused.code, refused.stdout]).toEqual([1, '']);
  }
});

test('an operator can have a secret for any organization', async () => {
  const globex = await seed.company('globex');
  const grace = await seed.account('Grace', { isOperator: true, reportAccess: true });
  const { code, stderr } = await secrets(
    ...['create', '--email', grace.email, '--company', globex.handle],
  );
  expect([code, stderr]).toEqual([0, '']);
  expect(await stored(grace)).toMatchObject([{ companyId: globex.id }]);
});

test('create warns about rights that the account lacks to use the secret', async () => {
  const { acme, account } = await ada({
    apiAccess: false,
    reportAccess: false,
    isDeveloper: false,
  });
  const create = ['create', '--email', account.email, '--company', acme.handle];
  const { code, stdout, stderr } = await secrets(...create, '--json');
  const { secret, prefix } = JSON.parse(stdout) as { secret: string; prefix: string };
  expect([code, secret.startsWith(prefix)]).toEqual([0, true]);
  const warnings = stderr.trim().split('\n');
  expect(warnings).toEqual([
    expect.stringMatching(/^Warning: .*API access.*accounts grant --email .* --api$/),
    expect.stringMatching(/^Warning: .*Developer role.*--developer$/),
    expect.stringMatching(/^Warning: .*report access.*--reports$/),
  ]);
  expect(stderr).not.toContain(secret);
});

test('revoke deletes the secret, and reports if there is none', async () => {
  const { acme, account } = await ada();
  await seed.secret(account, acme);
  const revoke = async () => (await secrets('revoke', '--email', account.email)).stdout;
  expect(await revoke()).toContain('Revoked');
  expect(await revoke()).toContain('has no secret');
  expect(await stored(account)).toEqual([]);
  expect((await audited(account)).map(({ kind }) => kind)).toEqual(['secret-revoked']);
});

test('create without an organization is a usage error', async () => {
  expect((await secrets('create', '--email', 'a@b')).code).toBe(2);
});

function bigints(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}

describe('after a restore', () => {
  const issue = async (createdAt: Date) => {
    const { acme, account } = await ada();
    await seed.secret(account, acme);
    await db.prisma.personalSecret.update({
      where: { accountId: account.id },
      data: { createdAt },
    });
    await db.prisma.clientSecret.create({
      data: {
        accountId: account.id,
        companyId: acme.id,
        name: 'export',
        prefix: 'vsk_test_restored',
        hash: randomBytes(32),
        createdAt,
      },
    });
    return account;
  };

  test('revoke --issued-before revokes older secrets of all accounts', async () => {
    const [old, recent, exporting] = [
      await issue(new Date('2001-01-01T00:00:00Z')),
      await issue(new Date('2001-01-03T00:00:00Z')),
      await issue(new Date('2001-01-01T00:00:00Z')),
    ];
    await db.prisma.personalSecret.delete({ where: { accountId: exporting.id } });
    const { code, stdout } = await secrets('revoke', '--issued-before', '2001-01-02T00:00:00Z');
    expect([code, stdout]).toEqual([0, 'Revoked 3 secrets.\n']);
    expect([await stored(old), await stored(recent)]).toMatchObject([[], [{}]]);
    const detail = [
      { prefix: 'vsk_test_restored', name: 'export' },
      { prefix: expect.any(String) },
    ];
    expect((await audited(old)).map(event => event.detail)).toEqual(expect.arrayContaining(detail));
    expect(await audited(recent)).toEqual([]);
  });

  test('revoke --all revokes all secrets, and sessions revoke --all ends all sessions', async () => {
    const account = await issue(new Date());
    const [past, future] = [new Date(Date.now() - 1), new Date(Date.now() + 3_600_000)];
    const session = { accountId: account.id, createdAt: new Date(0), expiresAt: future };
    await db.prisma.session.createMany({
      data: [session, { ...session, endedAt: past }, { ...session, expiresAt: past }],
    });
    expect((await secrets('revoke', '--all')).code).toBe(0);
    expect(await db.prisma.personalSecret.count()).toBe(0);
    expect(await db.prisma.clientSecret.count()).toBe(0);
    const env = { DATABASE_URL: server.url, ENVIRONMENT: 'test' };
    const { stdout } = await runReporting(['sessions', 'revoke', '--all', '--json'], env);
    expect(JSON.parse(stdout)).toEqual({ revoked: 1 });
    const working = { endedAt: null, expiresAt: { gt: new Date() } };
    expect(await db.prisma.session.count({ where: working })).toBe(0);
    expect((await audited(account)).map(({ kind }) => kind)).toContain('sign-out');
  });

  test('revoke --issued-before and --all revoke the secrets of service accounts', async () => {
    const { id: companyId } = await db.prisma.company.create({
      data: { uuid: randomUUID(), handle: 'reads', name: 'Reads' },
    });
    const { id: serviceAccountId } = await db.prisma.serviceAccount.create({
      data: { companyId, name: 'power-bi' },
    });
    for (const [name, createdAt] of [
      ['leaked', new Date('2001-01-01T00:00:00Z')],
      ['restored', new Date('2001-01-03T00:00:00Z')],
    ] as const) {
      const hash = Buffer.from(name);
      const prefix = `vsk_test_${name}`;
      await db.prisma.serviceSecret.create({
        data: { serviceAccountId, name, prefix, hash, createdAt },
      });
    }
    const left = async () => (await db.prisma.serviceSecret.findMany()).map(({ name }) => name);
    await secrets('revoke', '--issued-before', '2001-01-02T00:00:00Z');
    expect(await left()).toEqual(['restored']);
    await secrets('revoke', '--all');
    expect(await left()).toEqual([]);
    const events = await db.prisma.auditEvent.findMany({
      where: { kind: 'secret-revoked', companyId },
      orderBy: { id: 'asc' },
    });
    const detailOf = (name: string) => ({
      detail: { prefix: `vsk_test_${name}`, name, serviceAccount: 'power-bi' },
    });
    expect(events).toMatchObject([detailOf('leaked'), detailOf('restored')]);
  });

  test.each([
    [[]],
    [['--all', '--issued-before', '2001-01-02T00:00:00Z']],
    [['--issued-before', 'noon']],
  ])('revoke %j is rejected', async args => {
    const account = await issue(new Date());
    expect((await secrets('revoke', ...args)).code).toBe(2);
    expect(await stored(account)).toHaveLength(1);
  });
});
