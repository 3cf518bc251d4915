import { randomUUID } from 'node:crypto';
import { hashPassword } from '@platform/auth/passwords';
import { AT_THE_COMMAND_LINE } from '../../../src/http/principal';
import type { ImportOptions } from '../../../src/import/import-options';
import { erasePeople } from '../../../src/privacy/erasure';
import { apiKey, bearer, castOf, type Headers } from '../../cast';
import { SERVICE_KEY, startTestApp, type TestApp } from '../../start-test-app';
import { importHere, undoHere } from '../import-here';
import { untilEnded, upload, filesOf as zipOfFolder } from '../uploads/upload-to';

let service: TestApp;
let cast: ReturnType<typeof castOf>;
let operator: Headers;
beforeAll(async () => {
  service = await startTestApp({ SERVICE_KEY, RATE_LIMIT_REPORTS: 'off' });
  cast = castOf(service);
  operator = bearer((await cast.grace()).secret);
});
afterAll(() => service.close());

type Tables = Readonly<Record<string, readonly string[]>>;
const TICKETS = 'id,memberId,achievementId,isRequired,status,issuedAt,expiresAt';
const ACCOUNTS = 'id,email,name,isOperator,apiAccess,reportAccess';
const MEMBERS = 'id,companyId,accountId,code,personType,jobTitle,hasAccess,isDeveloper';

/** Bob has a pending ticket, and Grace is a record keeper of acme. */
async function world() {
  const acme = await service.seed.company('acme');
  const facts = { apiAccess: true, isDeveloper: false, keepsRecords: true };
  const { account: keeper } = await acme.member('Grace', facts);
  const bob = await acme.member('Bob', { isDeveloper: false });
  const firstAid = await acme.achievement('First Aid');
  const ticket = await acme.ticket(bob, firstAid, 'Pending', { isRequired: false });
  const as = bearer(await service.seed.secret(keeper, acme));
  return { acme, bob, firstAid, ticket, keeper, as };
}
type World = Awaited<ReturnType<typeof world>>;

const line = ({ bob, firstAid }: World, id: string, status: string) =>
  `${id},${bob.uuid},${firstAid.uuid},false,${status},,`;

async function importTables({ acme }: World, tables: Tables, options?: Partial<ImportOptions>) {
  const run = await importHere(service, acme, filesOf(tables), options);
  expect([run.status, run.faults]).toEqual(['succeeded', []]);
  return run;
}

const filesOf = (tables: Tables) =>
  Object.fromEntries(
    Object.entries(tables).map(([name, lines]) => [`${name}.csv`, lines.join('\n')]),
  );

async function undo(id: string, as: Headers) {
  const response = await cast.call(`/records/imports/${id}/undo`, as, { method: 'POST' });
  return response.status === 202 ? untilEnded(service, response.body.id) : response;
}

const changesOf = async (id: string, as: Headers, query = '') =>
  cast.call(`/records/imports/${id}/changes${query}`, as);

const statusOf = async (uuid: string) =>
  (await service.context.db.prisma.ticket.findUnique({ where: { uuid } }))?.status ?? null;

test('a record keeper sees what an import changed, undoes it, and undoes that', async () => {
  const own = await world();
  const { acme, bob, firstAid, ticket, as } = own;
  const added = randomUUID();
  const tables = { tickets: [TICKETS, line(own, ticket, 'Valid'), line(own, added, 'Submitted')] };
  // The name of the undo is cut before the last character, which does not fit.
  const name = `${'x'.repeat(191)}😀`;
  const { body: sent } = await upload(service, zipOfFolder(filesOf(tables)), {
    path: '/records/imports',
    query: `?name=${encodeURIComponent(name)}`,
    as,
  });
  const run = await untilEnded(service, sent.id);
  const about = { table: 'tickets', person: 'Bob' };
  const status = { ...about, id: ticket, column: 'status', before: 'Pending', after: 'Valid' };
  const insert = (column: string, after: string) => ({
    ...about,
    id: added,
    column,
    before: null,
    after,
  });
  const inserted = [
    insert('id', added),
    insert('memberId', bob.uuid),
    insert('achievementId', firstAid.uuid),
    insert('isRequired', 'false'),
    insert('status', 'Submitted'),
    insert('source', 'import'),
  ];
  const { body } = await changesOf(run.id, as);
  expect(body).toMatchObject({ total: 7, isTotalExact: true, page: 1, pageSize: 25 });
  expect(body.items).toHaveLength(7);
  expect(body.items).toEqual(expect.arrayContaining([status, ...inserted]));
  const pages = [];
  for (const page of [1, 2, 3, 4])
    pages.push(...(await changesOf(run.id, as, `?page=${page}&pageSize=2`)).body.items);
  expect(pages).toEqual(body.items);
  const { text } = await changesOf(run.id, as, '?format=csv');
  expect(text.split('\r\n').slice(0, 1)).toEqual(['\ufefftable,id,person,column,before,after']);
  expect(text).toContain(`tickets,${ticket},Bob,status,Pending,Valid\r\n`);
  expect((await changesOf(run.id, as, '?format=xlsx')).status).toBe(200);

  const undone = await undo(run.id, as);
  expect(undone).toMatchObject({
    status: 'succeeded',
    name: `Undo of ${'x'.repeat(191)}`,
    undoes: run.id,
    hasChanges: true,
    options: { companyId: acme.uuid },
    files: [{ file: 'tickets.csv', inserted: 0, updated: 1, deleted: 1 }],
  });
  expect([await statusOf(ticket), await statusOf(added)]).toEqual(['Pending', null]);
  expect(await undo(undone.id, as)).toMatchObject({ status: 'succeeded', undoes: undone.id });
  expect([await statusOf(ticket), await statusOf(added)]).toEqual(['Valid', 'Submitted']);
});

test('a dry run shows what an import would change, and cannot be undone', async () => {
  const own = await world();
  const { ticket, as } = own;
  const tables = { tickets: [TICKETS, line(own, ticket, 'Valid')] };
  const run = await importTables(own, tables, { dryRun: true });
  expect(run).toMatchObject({ hasChanges: true, hasBefore: false });
  const about = { table: 'tickets', id: ticket, person: 'Bob' };
  expect((await changesOf(run.id, as)).body).toMatchObject({
    items: [{ ...about, column: 'status', before: 'Pending', after: 'Valid' }],
    total: 1,
  });
  expect(await statusOf(ticket)).toBe('Pending');
  expect(await undo(run.id, as)).toMatchObject({ status: 404, body: { code: 'nothing-kept' } });
});

/** Undoes an import that set the status of Bob's ticket to Valid and added Dora. */
describe('an undo', () => {
  async function imported() {
    const own = await world();
    const { acme, ticket } = own;
    const [account, member, added] = [randomUUID(), randomUUID(), randomUUID()];
    const tables = {
      accounts: [ACCOUNTS, `${account},${account}@example.com,Dora,false,false,false`],
      members: [MEMBERS, `${member},${acme.uuid},${account},P-9,,,true,false`],
      tickets: [
        TICKETS,
        line(own, ticket, 'Valid'),
        line({ ...own, bob: { ...own.bob, uuid: member } }, added, 'Valid'),
      ],
    };
    const run = await importTables(own, tables);
    return { ...own, run, account, member, added };
  }
  type Imported = Awaited<ReturnType<typeof imported>>;

  const reasons: readonly (readonly [
    string,
    (state: Imported) => Promise<unknown>,
    (state: Imported) => object,
  ])[] = [
    [
      'if a row was corrected since',
      ({ ticket, as }) =>
        cast.call(`/records/tickets/${ticket}`, as, { method: 'PATCH', body: { note: 'Seen' } }),
      ({ ticket }) => ({ file: 'tickets.csv', value: ticket, column: 'note' }),
    ],
    [
      'if a row was withdrawn since',
      ({ added, as }) => cast.call(`/records/tickets/${added}`, as, { method: 'DELETE' }),
      ({ added }) => ({ file: 'tickets.csv', value: added, column: null }),
    ],
    [
      'if a later row references an inserted one',
      ({ member, firstAid, as }) =>
        cast.call('/records/tickets', as, {
          method: 'POST',
          body: { memberId: member, achievementId: firstAid.uuid, status: 'Valid' },
        }),
      ({ member }) => ({
        file: 'members.csv',
        value: member,
        expected: expect.stringContaining('tickets.csv'),
      }),
    ],
    [
      'if an inserted account was given a secret since',
      async ({ account, acme }) => {
        const { id } = await service.context.db.prisma.account.findUniqueOrThrow({
          where: { uuid: account },
        });
        await service.seed.secret({ id, uuid: account, email: '', name: 'Dora' }, acme);
      },
      ({ account }) => ({
        file: 'accounts.csv',
        value: account,
        expected: expect.stringContaining('personal secret'),
      }),
    ],
    [
      'if somebody was erased since',
      ({ account }) =>
        erasePeople(service.context.db, [account], { doneBy: AT_THE_COMMAND_LINE, wait: null }),
      () => ({ expected: expect.stringContaining('somebody was erased since') }),
    ],
  ];
  test.each(reasons)('is refused as a whole %s', async (reason, change, fault) => {
    const state = await imported();
    await change(state);
    const run = await undoHere(service, state.acme, state.run.id);
    expect(run).toMatchObject({ status: 'refused', faults: [fault(state)] });
    expect(await statusOf(state.ticket)).toBe('Valid');
    const { prisma } = service.context.db;
    const isErased = reason.includes('erased');
    expect(await prisma.member.count({ where: { uuid: state.member } })).toBe(isErased ? 0 : 1);
  });

  test('deletes added people, even with a password, if nothing prevents it', async () => {
    const { run, member, account, ticket, acme } = await imported();
    const { prisma } = service.context.db;
    const passwordHash = await hashPassword('a password of Dora', 4);
    await prisma.account.update({ where: { uuid: account }, data: { passwordHash } });
    expect(await undoHere(service, acme, run.id)).toMatchObject({ status: 'succeeded' });
    expect(await prisma.member.count({ where: { uuid: member } })).toBe(0);
    expect(await prisma.account.count({ where: { uuid: account } })).toBe(0);
    expect(await statusOf(ticket)).toBe('Pending');
  });
});

test('erasing a person deletes only that person’s kept rows', async () => {
  const own = await world();
  const { acme, firstAid, ticket, bob, as } = own;
  const carl = await acme.member('Carl', { isDeveloper: false });
  const other = await acme.ticket(carl, firstAid, 'Pending', { isRequired: false });
  const lines = [line(own, ticket, 'Valid'), line({ ...own, bob: carl }, other, 'Valid')];
  const run = await importTables(own, { tickets: [TICKETS, ...lines] });
  await erasePeople(service.context.db, [bob.account.uuid], {
    doneBy: AT_THE_COMMAND_LINE,
    wait: null,
  });
  expect((await changesOf(run.id, as)).body.items).toMatchObject([{ id: other, person: 'Carl' }]);
});

test('an undo bound to an organization restores a member, and the account that the member left', async () => {
  const own = await world();
  const { acme, bob } = own;
  const { uuid: left, email } = bob.account;
  const joined = randomUUID();
  const tables = {
    accounts: [
      ACCOUNTS,
      `${left},${email},Robert,false,false,false`,
      `${joined},,Bob,false,false,false`,
    ],
    members: [MEMBERS, `${bob.uuid},${acme.uuid},${joined},P-1,,,true,false`],
  };
  const run = await importTables(own, tables);
  expect(await undoHere(service, own.acme, run.id)).toMatchObject({
    status: 'succeeded',
    faults: [],
  });
});

test('only an operator can undo what only an operator can import', async () => {
  const own = await world();
  const { acme, bob, as } = own;
  const accounts = [ACCOUNTS, `${bob.account.uuid},${bob.account.email},Robert,false,false,false`];
  const updating = await importTables(own, { accounts }, { updateAccounts: true });
  expect(await undo(updating.id, as)).toMatchObject({
    status: 403,
    body: { code: 'operator-required' },
  });
  const byKey = apiKey(SERVICE_KEY);
  expect(await undo(updating.id, byKey)).toMatchObject({ status: 403 });
  const members = [MEMBERS, `${bob.uuid},${acme.uuid},${bob.account.uuid},,,,true,true`];
  const developer = await importTables(own, { members });
  expect(await undo(developer.id, as)).toMatchObject({
    status: 'refused',
    faults: [{ file: 'members.csv', column: 'isDeveloper', line: null }],
  });
  expect(await undo(developer.id, operator)).toMatchObject({ status: 'succeeded' });
  const other = await world();
  expect(await undo(developer.id, other.as)).toMatchObject({
    status: 404,
    body: { code: 'unknown-import' },
  });
  expect(await changesOf(developer.id, other.as)).toMatchObject({ status: 404 });
});

test('neither a record keeper nor the service key restores an account with rights', async () => {
  const own = await world();
  const { acme } = own;
  const [account, member] = [randomUUID(), randomUUID()];
  const tables = {
    accounts: [ACCOUNTS, `${account},${account}@example.org,Dora,false,true,false`],
    members: [MEMBERS, `${member},${acme.uuid},${account},P-9,,,true,false`],
  };
  const run = await importTables(own, tables);
  const asKeeper = { isKeeper: true, mayGrant: false };
  expect(await undoHere(service, acme, run.id, asKeeper)).toMatchObject({
    status: 'refused',
    faults: [{ file: 'accounts.csv', value: account }],
  });
  const undone = await undoHere(service, acme, run.id);
  expect(undone).toMatchObject({ status: 'succeeded' });
  for (const refused of [
    await undoHere(service, acme, undone.id, asKeeper),
    await undo(undone.id, apiKey(SERVICE_KEY)),
  ])
    expect(refused).toMatchObject({
      status: 'refused',
      faults: expect.arrayContaining([
        expect.objectContaining({ file: 'accounts.csv', column: 'apiAccess' }),
      ]),
    });
  expect(await undoHere(service, acme, undone.id)).toMatchObject({ status: 'succeeded' });
});

test('an undo that would leave no operator is refused', async () => {
  const { acme, bob } = await world();
  const added = randomUUID();
  const accounts = [
    ACCOUNTS,
    `${bob.account.uuid},${bob.account.email},Bob,true,true,true`,
    `${added},${added}@example.org,Dora,true,true,true`,
  ];
  const options = { updateAccounts: true, allowOperators: true, mayGrant: true };
  const run = await importHere(service, null, filesOf({ accounts }), options);
  expect([run.status, run.faults]).toEqual(['succeeded', []]);
  const as = bearer(await service.seed.secret(bob.account, acme));
  const { account } = service.context.db.prisma;
  const where = { isOperator: true, uuid: { notIn: [bob.account.uuid, added] } };
  const others = await account.findMany({ where });
  await account.updateMany({ where, data: { disabledAt: new Date() } });
  expect(await undo(run.id, as)).toMatchObject({
    status: 'refused',
    faults: [{ file: 'accounts.csv', column: 'isOperator', value: 'false' }],
  });
  const ids = others.map(({ id }) => id);
  await account.updateMany({ where: { id: { in: ids } }, data: { disabledAt: null } });
  expect(await undo(run.id, operator)).toMatchObject({ status: 'succeeded' });
});

test('concurrent edits and undos lose no edit: an undo keeps earlier corrections', async () => {
  const own = await world();
  const { ticket, as } = own;
  const run = await importTables(own, { tickets: [TICKETS, line(own, ticket, 'Valid')] });
  const patch = { method: 'PATCH', body: { status: 'Submitted' } } as const;
  const [undone, corrected] = await Promise.all([
    undo(run.id, as),
    cast.call(`/records/tickets/${ticket}`, as, patch),
  ]);
  expect(corrected.status).toBe(200);
  expect(await statusOf(ticket)).toBe('Submitted');
  if (undone.status === 'refused') expect(undone.faults).toMatchObject([{ value: ticket }]);
  else expect(undone.status).toBe('succeeded');
});
