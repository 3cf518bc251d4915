import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { verifyPassword } from '@platform/auth/passwords';
import type { Database } from '@platform/db';
import { connect, createTestDatabase, type TestDatabase } from '@platform/db/testing';
import { runCommandLine } from '@platform/service/testing';
import { setEnabled } from '../../../src/identity/accounts/accounts';
import { changeRoles } from '../../../src/identity/accounts/rights';
import { requireOrganizationId } from '../../../src/identity/organizations/organizations';
import { setPassword } from '../../../src/identity/sign-in/passwords';
import { runReporting } from '../../run-program';

const cli = path.join(__dirname, '../../../dist/cli.js');
const ada = 'ada@example.org';

let server: TestDatabase;
let db: Database;
beforeAll(async () => {
  server = await createTestDatabase();
  db = connect(server.url);
  for (const handle of ['acme', 'globex']) {
    await db.prisma.company.create({ data: { uuid: randomUUID(), handle, name: handle } });
  }
});
afterAll(async () => {
  await db.close();
  await server.drop();
});

/** Runs in a separate process if it reads standard input. */
function reporting(args: string, input?: string) {
  const words = (args.match(/'[^']*'|\S+/g) ?? []).map(word => word.replaceAll("'", ''));
  const env = { DATABASE_URL: server.url };
  return input === undefined ? runReporting(words, env) : runCommandLine(cli, words, env, input);
}

const account = (email: string) => db.prisma.account.findFirst({ where: { email } });

async function audited(email: string): Promise<string[]> {
  const found = await account(email);
  const events = await db.prisma.auditEvent.findMany({
    where: { accountId: found?.id ?? -1 },
    orderBy: { id: 'asc' },
  });
  return events.map(({ kind }) => kind);
}

test('create adds an account to an organization, without grants, and prints its ID', async () => {
  const made = await reporting(
    `accounts create --email ${ada} --name 'Ada Lovelace' --company ACME --developer`,
  );
  expect([made.code, made.stderr]).toEqual([0, '']);
  const found = await account(ada);
  expect(made.stdout.trim()).toBe(found?.uuid);
  expect(found).toMatchObject({
    isOperator: false,
    apiAccess: false,
    reportAccess: false,
    passwordHash: null,
  });
  const [member] = await db.prisma.member.findMany({ where: { accountId: found!.id } });
  expect(member).toMatchObject({ hasAccess: true, isDeveloper: true });
  expect(await audited(ada)).toEqual([
    'account-created',
    'membership-created',
    'organization-access-changed',
    'developer-role-changed',
  ]);
});

test('create --operator grants the access that operators require', async () => {
  const email = 'grace@example.org';
  const made = await reporting(`accounts create --email ${email} --name Grace --operator --json`);
  const found = await account(email);
  expect(JSON.parse(made.stdout)).toEqual({ id: found?.uuid, email });
  expect(found).toMatchObject({ isOperator: true, apiAccess: true, reportAccess: true });
});

test('an e-mail identifies one account, regardless of case', async () => {
  const again = await reporting("accounts create --email ADA@example.org --name 'Another Ada'");
  expect([again.code, again.stdout]).toEqual([1, '']);
  expect(again.stderr).toContain('already');
});

test("an account is found by its e-mail regardless of case and of the database's locale", async () => {
  const made = await reporting("accounts create --email ÉLODIE@Example.org --name 'Élodie'");
  expect(made.code).toBe(0);
  expect(await account('éLODIE@Example.org')).toMatchObject({ name: 'Élodie' });
  for (const email of ['élodie@example.org', 'Élodie@example.org']) {
    expect((await reporting(`accounts create --email ${email} --name 'Another'`)).code).toBe(1);
    expect((await reporting(`accounts grant --api --email ${email}`)).code).toBe(0);
  }
  const set = await reporting(
    'accounts set-password --email ÉLODIE@example.org',
    'correct horse battery\n',
  );
  expect([set.code, set.stderr]).toEqual([0, '']);
});

test.each(['\u0130karos@example.org', 'i\u212aaros@example.org'])(
  '%s, which only resembles ikaros@example.org, neither creates nor finds an account',
  async email => {
    await db.prisma.account.deleteMany({ where: { name: 'Ikaros' } });
    const refused = await reporting(`accounts create --email ${email} --name Ikaros`);
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining("'--email <address>'"),
    ]);
    await db.prisma.account.create({
      data: { uuid: randomUUID(), email: 'ikaros@example.org', name: 'Ikaros' },
    });
    const { code, stderr } = await reporting(`accounts grant --api --email ${email}`);
    expect([code, stderr]).toEqual([1, `There is no account with the e-mail ${email}.\n`]);
  },
);

test.each(['Ünder@example.org', 'o\u212alahoma@example.org'])(
  'an existing account with the e-mail %s is still found',
  async email => {
    await db.prisma.account.create({ data: { uuid: randomUUID(), email, name: 'Before' } });
    expect((await reporting(`accounts grant --api --email ${email}`)).code).toBe(0);
    expect(await account(email)).toMatchObject({ apiAccess: true });
  },
);

test('an organization is found by its handle, regardless of case, but not by a similar one', async () => {
  expect(await requireOrganizationId(db, 'ACME')).toBe(await requireOrganizationId(db, 'acme'));
  await expect(requireOrganizationId(db, 'acm_')).rejects.toThrow(/no organization/);
});

test.each([
  ['grant --reports', { apiAccess: true, reportAccess: true }],
  ['revoke --reports', { apiAccess: true, reportAccess: false }],
  ['revoke --api', { apiAccess: false, reportAccess: false }],
  ['grant --api', { apiAccess: true, reportAccess: false }],
  ['grant --api --reports', { apiAccess: true, reportAccess: true }],
  ['revoke --api --reports', { apiAccess: false, reportAccess: false }],
])('%s results in the grants %j', async (change, grants) => {
  const [subcommand, ...flags] = change.split(' ');
  expect((await reporting(`accounts ${subcommand} --email ${ada} ${flags.join(' ')}`)).code).toBe(
    0,
  );
  expect(await account(ada)).toMatchObject(grants);
});

test('a change of grants is audited with the result, unless nothing changes', async () => {
  const before = (await audited(ada)).length;
  await reporting(`accounts grant --email ${ada} --reports`);
  await reporting(`accounts grant --email ${ada} --reports`);
  const [event, ...others] = await db.prisma.auditEvent.findMany({
    orderBy: { id: 'desc' },
    take: 1,
  });
  expect(others).toEqual([]);
  expect(event).toMatchObject({
    kind: 'grants-changed',
    actor: 'command line',
    detail: { apiAccess: true, reportAccess: true },
  });
  expect((await audited(ada)).length).toBe(before + 1);
});

test('set-password reads the password from standard input, hashes it and ends the sessions', async () => {
  const found = await account(ada);
  await db.prisma.session.create({
    data: { accountId: found!.id, expiresAt: new Date(Date.now() + 3_600_000) },
  });
  const set = await reporting(`accounts set-password --email ${ada}`, 'correct horse battery\n');
  expect([set.code, set.stderr]).toEqual([0, '']);
  expect(await verifyPassword('correct horse battery', (await account(ada))!.passwordHash)).toBe(
    true,
  );
  expect(await db.prisma.session.count({ where: { endedAt: null } })).toBe(0);
  expect(JSON.stringify(await db.prisma.auditEvent.findMany(), bigints)).not.toContain(
    'correct horse',
  );
});

test.each(['', 'short', 'passwordpassword', ada, 'x'.repeat(73)])(
  'the password %j is rejected without being printed',
  async password => {
    const before = (await account(ada))!.passwordHash;
    const found = { ...(await account(ada))!, email: ada };
    const refused = await setPassword(db, found, password).catch(String);
    expect(refused).toMatch(/^Error: The password was rejected: it /);
    if (password !== '') expect(refused).not.toContain(password);
    expect((await account(ada))!.passwordHash).toBe(before);
  },
);

test('set-password explains a rejection in one sentence', async () => {
  const refused = await reporting(`accounts set-password --email ${ada}`, 'short\n');
  expect([refused.code, refused.stdout]).toEqual([1, '']);
  expect(refused.stderr).toBe('The password was rejected: it must have at least 12 characters.\n');
});

test('a command does not report success for an account that was erased after it was found', async () => {
  const erased = { id: 2 ** 31 - 1, uuid: randomUUID(), email: 'erased@example.org' };
  const unknown = { code: 'unknown-account' };
  const password = 'a long and unusual sentence';
  await expect(setPassword(db, erased, password)).rejects.toMatchObject(unknown);
  await expect(setEnabled(db, erased.id, false)).rejects.toMatchObject(unknown);
  const change = { isOperator: false, companyId: null };
  await expect(changeRoles(db, erased, change)).rejects.toMatchObject(unknown);
});

test('disable and enable', async () => {
  await reporting(`accounts disable --email ${ada}`);
  expect((await account(ada))!.disabledAt).toBeInstanceOf(Date);
  await reporting(`accounts disable --email ${ada}`);
  await reporting(`accounts enable --email ${ada}`);
  expect((await account(ada))!.disabledAt).toBeNull();
  expect((await audited(ada)).slice(-2)).toEqual(['account-disabled', 'account-enabled']);
});

test('update assigns and removes roles, but requires a membership', async () => {
  expect((await reporting(`accounts update --email ${ada} --operator`)).code).toBe(0);
  expect(await account(ada)).toMatchObject({ isOperator: true });
  const outside = await reporting(
    `accounts update --email ${ada} --no-operator --company globex --developer`,
  );
  expect([outside.code, outside.stderr]).toEqual([1, expect.stringContaining('not a member')]);
  expect(await account(ada)).toMatchObject({ isOperator: true });
  await reporting(`accounts update --email ${ada} --no-operator --company acme --no-developer`);
  expect(await account(ada)).toMatchObject({ isOperator: false });
  expect(await db.prisma.member.findFirst()).toMatchObject({ isDeveloper: false });
  expect((await audited(ada)).slice(-3)).toEqual([
    'operator-changed',
    'operator-changed',
    'developer-role-changed',
  ]);
});

test('list finds accounts by all words of the folded name, or by e-mail', async () => {
  await reporting("accounts create --email lukasz@example.org --name 'Łukasz Größe'");
  const names = async (q: string) =>
    (
      JSON.parse((await reporting(`accounts list --json --q '${q}'`)).stdout) as { name: string }[]
    ).map(({ name }) => name);
  await reporting("accounts create --email kostas@example.org --name 'Κώστας'");
  expect(await names('grosse lukasz')).toEqual(['Łukasz Größe']);
  expect(await names('ΚΩΣ')).toEqual(['Κώστας']);
  expect(await names('κωστασ')).toEqual(['Κώστας']);
  expect(await names('lukasz@')).toEqual(['Łukasz Größe']);
  expect(await names('%')).toEqual([]);
  const table = await reporting('accounts list');
  expect(table.stdout).toContain('Ada Lovelace');
  expect(table.stdout).not.toContain('$2b$');
});

test('list prints 50 accounts by default, and the total count', async () => {
  await db.prisma.account.createMany({
    data: Array.from({ length: 51 }, (_, n) => ({
      uuid: randomUUID(),
      email: `many-${n}@example.org`,
      name: `Many ${n}`,
    })),
  });
  const lines = (text: string) => text.trim().split('\n').length - 1;
  const usual = await reporting('accounts list --q many');
  expect(lines(usual.stdout)).toBe(50);
  expect(usual.stderr).toBe(
    '50 of 51 accounts. Narrow the list with --q, or list all with --limit 0.\n',
  );
  const two = await reporting('accounts list --q many --limit 2 --json');
  expect(JSON.parse(two.stdout)).toHaveLength(2);
  const all = await reporting('accounts list --q many --limit 0');
  expect([lines(all.stdout), all.stderr]).toEqual([51, '']);
});

test.each([
  [`accounts grant --email ${ada} --api`, { email: ada, apiAccess: true, reportAccess: false }],
  [`accounts disable --email ${ada}`, { email: ada, isEnabled: false }],
  [`accounts enable --email ${ada}`, { email: ada, isEnabled: true }],
  [`accounts update --email ${ada} --no-operator`, { email: ada }],
])('%s --json prints %j', async (command, response) => {
  await reporting(`accounts revoke --email ${ada} --api`);
  const { code, stdout } = await reporting(`${command} --json`);
  expect([code, JSON.parse(stdout)]).toEqual([0, response]);
});

test.each([
  'accounts list --limit many',
  'accounts create --email nobody --name Nobody',
  'accounts create --email nobody@example.org --name \u200b',
  'accounts create --email a@b --name A --developer',
  `accounts grant --email ${ada}`,
  `accounts update --email ${ada}`,
  `accounts update --email ${ada} --developer`,
])('%s is a usage error', async args => {
  expect((await reporting(args)).code).toBe(2);
});

test.each(['grant --api', 'disable', 'enable', 'update --operator'])(
  'accounts %s fails with one sentence for an unknown e-mail',
  async command => {
    const [subcommand, ...flags] = command.split(' ');
    const { code, stderr } = await reporting(
      `accounts ${subcommand} --email no@body ${flags.join(' ')}`,
    );
    expect([code, stderr]).toEqual([1, 'There is no account with the e-mail no@body.\n']);
  },
);

function bigints(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
