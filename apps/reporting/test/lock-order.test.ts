import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { type Database, query, readStatement } from '@platform/db';
import { connect } from '@platform/db/testing';
import { waitUntil } from '@platform/http/testing';
import { lapseRights, linkAccountAndRights } from '../src/identity/single-sign-on/provider-rights';
import { importRecords } from '../src/import/import-records';
import { erasePeople } from '../src/privacy/erasure';
import { bearer, castOf, type Headers } from './cast';
import { type Folder, sourcesOf } from './import/test-folder';
import type { SeededAccount, SeededMember } from './seed';
import { startTestApp, type TestApp } from './start-test-app';

let service: TestApp;
/** Without the timeouts of requests, because the tests hold locks. */
let db: Database;
let operator: { account: SeededAccount; headers: Headers };
beforeEach(async () => {
  service = await startTestApp({ RATE_LIMIT_DEFAULT: 'off' });
  db = connect(service.databaseUrl);
});
afterEach(async () => {
  await db.close();
  await service.close();
});

const DONE_BY = { actor: 'test', actorAccountId: null, address: null };
const WITH_ACCESS = { hasAccess: true, isDeveloper: true };

const waiting = readStatement<{ count: number }>(
  path.join(__dirname, 'statements'),
  'waiting-for-locks.sql',
);
const untilWaiting = (count: number) =>
  waitUntil(async () => (await query(db, waiting))[0]!.count === count);

/** Holds locks until the returned function is called. */
async function hold(sql: string): Promise<() => Promise<void>> {
  const holder = await db.pool.connect();
  await holder.query(`begin; ${sql}`);
  return async () => {
    await holder.query('rollback');
    holder.release();
  };
}

async function startOperator(): Promise<void> {
  const { account, secret } = await castOf(service).grace();
  operator = { account, headers: bearer(secret) };
}

const putMembership = (account: SeededAccount, handle: string, body: object) =>
  castOf(service).call(
    `/security/accounts/${account.uuid}/memberships/${handle}`,
    operator.headers,
    { method: 'PUT', body },
  );

/** Files that change the names of accounts and the job titles of members. */
function renaming(
  members: readonly (SeededMember & { companyId: string })[],
  name: string,
): Folder {
  const accounts = new Map(members.map(({ account }) => [account.uuid, account]));
  return {
    'accounts.csv': [
      'id,email,name,isOperator,apiAccess,reportAccess',
      ...[...accounts.values()].map(
        ({ uuid, email }) => `${uuid},${email},${name},false,true,true`,
      ),
    ].join('\r\n'),
    'members.csv': [
      'id,companyId,accountId,code,personType,jobTitle,hasAccess,isDeveloper',
      ...members.map(
        ({ uuid, companyId, account }) =>
          `${uuid},${companyId},${account.uuid},,,${name},true,true`,
      ),
    ].join('\r\n'),
  };
}

const importFolder = (folder: Folder) =>
  importRecords(db, sourcesOf(folder), { source: 'test', startedBy: 'test' });

const deadlocks = async () => {
  const { rows } = await db.pool.query<{ deadlocks: number }>(
    'select deadlocks::integer from pg_stat_database where datname = current_database()',
  );
  return rows[0]!.deadlocks;
};

test('a membership change waits for an import that changes the account and the member', async () => {
  await startOperator();
  const acme = await service.seed.company('acme');
  const ada = { ...(await acme.member('Ada', { reportAccess: true })), companyId: acme.uuid };
  const release = await hold('lock table reporting.department in exclusive mode');
  const importing = importFolder({
    ...renaming([ada], 'Ada Byron'),
    'departments.csv': `id,companyId,name,code,isFacility\r\n${randomUUID()},${acme.uuid},Yard,,true`,
  });
  await untilWaiting(1);
  const edit = putMembership(ada.account, acme.handle, { ...WITH_ACCESS, code: 'A-1' });
  await untilWaiting(2);
  await release();
  expect(await importing).toMatchObject({ inserted: 1, updated: 2 });
  expect((await edit).status).toBe(200);
  expect(await deadlocks()).toBe(0);
});

test('an operator can be erased together with an account that they are changing', async () => {
  const acme = await service.seed.company('acme');
  const { account: ada } = await acme.member('Ada');
  await startOperator();
  const release = await hold(`select from reporting.account where id = ${ada.id} for update`);
  const erasing = erasePeople(db, [operator.account.uuid, ada.uuid], {
    doneBy: DONE_BY,
    wait: null,
    mayLeaveNoOperator: true,
  });
  await untilWaiting(1);
  const edit = putMembership(ada, acme.handle, { ...WITH_ACCESS, code: 'A-1' });
  await untilWaiting(2);
  await release();
  expect(await erasing).toMatchObject({ accounts: 2 });
  expect((await edit).status).toBe(403);
  expect(await deadlocks()).toBe(0);
});

test('an erasure locks the schedules that are sent to the person before the account', async () => {
  const acme = await service.seed.company('acme');
  const { account: owner } = await acme.member('Grace');
  const ada = await service.seed.account('Ada');
  const { prisma } = service.context.db;
  const data = { companyId: acme.id, accountId: ada.id };
  const { uuid } = await prisma.allowedRecipient.create({ data });
  await prisma.reportSchedule.create({
    data: {
      ...{ companyId: acme.id, accountId: owner.id, name: 'Weekly', report: 'expirations' },
      ...{ parameters: {}, format: 'csv', recurrence: {}, whenEmpty: 'send' },
      recipients: [uuid],
    },
  });
  const release = await hold('select from reporting.report_schedule for no key update');
  const erasing = erasePeople(db, [ada.uuid], { doneBy: DONE_BY, wait: null });
  await untilWaiting(1);
  const lock = 'select from reporting.account where id = $1 for key share nowait';
  try {
    await db.pool.query(lock, [ada.id]);
  } finally {
    await release();
  }
  expect(await erasing).toMatchObject({ accounts: 1, schedules: 1 });
});

test('a person can sign out while being erased', async () => {
  const { account, signIn } = await castOf(service).ada();
  const session = await signIn();
  const release = await hold('select from reporting.session for update');
  const signingOut = castOf(service).call('/auth/logout', session, { method: 'POST' });
  await untilWaiting(1);
  const erasing = erasePeople(db, [account.uuid], { doneBy: DONE_BY, wait: null });
  await untilWaiting(2);
  await release();
  expect((await signingOut).status).toBe(204);
  expect(await erasing).toMatchObject({ accounts: 1, sessions: 1 });
  expect(await deadlocks()).toBe(0);
});

test('imports, changes, sign-ons, expiries and erasures of the same people do not deadlock', async () => {
  await startOperator();
  const { context, seed } = service;
  const organizations = await Promise.all(['acme', 'globex', 'initech'].map(seed.company));
  const join = async (account: SeededAccount) =>
    Promise.all(
      organizations.map(async company => ({
        ...(await company.member(account.name, { account })),
        companyId: company.uuid,
      })),
    );
  const people = await Promise.all(
    ['Ada', 'Grace', 'Linus', 'Mary'].map(name => seed.account(name)),
  );
  const members = (await Promise.all(people.map(join))).flat();
  const everywhere = organizations.map(({ handle }) => ({ handle, isDeveloper: true }));
  const rounds = Array.from({ length: 15 }, (_, round) => round);
  const pick = <T>(list: readonly T[], round: number) => list[round % list.length]!;

  const workers = [
    (round: number) =>
      importFolder(renaming(round % 2 ? members : members.toReversed(), `Name ${round}`)),
    async (round: number) => {
      const body = { ...WITH_ACCESS, code: `C-${round}` };
      const edit = await putMembership(pick(people, round), pick(everywhere, round).handle, body);
      expect(edit.status).toBe(200);
    },
    async (round: number) => {
      const account = pick(people, round);
      const verifiedEmail = account.email;
      const identity = {
        issuer: 'https://id.example',
        subject: account.uuid,
        verifiedEmail,
        name: null,
        memberCode: null,
      };
      const memberships = round % 8 < 4 ? everywhere : [];
      const rights = {
        isOperator: false,
        apiAccess: true,
        reportAccess: true,
        memberships,
        omitted: [],
        reportScope: 'organization' as const,
      };
      expect(await linkAccountAndRights(context, identity, rights, null)).toMatchObject({
        accountId: account.id,
      });
    },
    async () => {
      // In ID order, like all account locks; an update alone would follow the physical order of rows.
      await db.pool.query(`with due as (
        select id from reporting.account where provider_rights_until is not null order by id for update
      )
      update reporting.account set provider_rights_until = now() where id in (select id from due)`);
      await lapseRights(db, 'https://id.example');
    },
    async (round: number) => {
      const account = await seed.account(`Former ${round}`);
      await join(account);
      const erased = await erasePeople(db, [account.uuid], { doneBy: DONE_BY, wait: null });
      expect(erased).toMatchObject({ accounts: 1, memberships: 3 });
    },
  ];
  await Promise.all(
    workers.map(async worker => {
      for (const round of rounds) await worker(round);
    }),
  );
  expect(await deadlocks()).toBe(0);
});
