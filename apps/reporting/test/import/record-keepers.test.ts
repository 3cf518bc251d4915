import { randomUUID } from 'node:crypto';
import { sendRequest, waitUntil } from '@platform/http/testing';
import { zipOf } from '@platform/spreadsheet/testing';
import { unzipSync } from 'fflate';
import type { ImportOptions } from '../../src/import/import-options';
import type { ImportRunDetails } from '../../src/import/runs/import-runs.dto';
import { apiKey, bearer, castOf, type Headers, xCompany } from '../cast';
import type { MemberFacts } from '../seed';
import { SERVICE_KEY, startTestApp, type TestApp } from '../start-test-app';
import { importHere } from './import-here';

let service: TestApp;
let cast: ReturnType<typeof castOf>;
let operator: Headers;
beforeAll(async () => {
  service = await startTestApp({ SERVICE_KEY, RATE_LIMIT_REPORTS: 'off' });
  cast = castOf(service);
  operator = bearer((await cast.grace()).secret);
});
afterAll(() => service.close());

/** Grace is a record keeper of acme, but not an operator; Bob is a member. */
async function createAcme() {
  const acme = await service.seed.company('acme');
  const facts = { apiAccess: true, isDeveloper: false, keepsRecords: true };
  const { account: keeper } = await acme.member('Grace', facts);
  const bob = await acme.member('Bob', { isDeveloper: false, code: 'P-1' });
  return { acme, bob, keeper, as: bearer(await service.seed.secret(keeper, acme)) };
}

type Files = Readonly<Record<string, string>>;
const ACCOUNTS = 'id,email,name,isOperator,apiAccess,reportAccess';
const MEMBERS = 'id,companyId,accountId,code,personType,jobTitle,hasAccess,isDeveloper';
const lines = (header: string, ...rows: readonly (readonly unknown[])[]) =>
  [header, ...rows.map(row => row.join(','))].join('\r\n');

async function importFiles(files: Files, as: Headers, query = '') {
  const response = await sendRequest(`${service.url}/records/imports${query}`, {
    method: 'POST',
    body: zipOf(Object.entries(files).map(([name, content]) => ({ name: `${name}.csv`, content }))),
    headers: [...as, ['Content-Type', 'application/zip']],
  });
  if (response.status !== 202) return response;
  let run: any;
  await waitUntil(async () => {
    run = (await cast.call(`/records/imports/${response.body.id}`, as)).body;
    return run.finishedAt !== null;
  });
  return { ...response, run };
}

/** Imports files of a record keeper without an upload. */
const importByKeeper = (
  { acme }: Pick<Awaited<ReturnType<typeof createAcme>>, 'acme'>,
  files: Files,
  options: Partial<ImportOptions> = {},
) => {
  const named = Object.entries(files).map(([name, content]) => [`${name}.csv`, content]);
  const rights = { isKeeper: true, mayGrant: false };
  return importHere(service, acme, Object.fromEntries(named), { ...rights, ...options });
};

/** Returns the location and value of each fault of a refused import. */
function faultsOf({ status, faults }: Pick<ImportRunDetails, 'status' | 'faults'>) {
  expect(status).toBe('refused');
  return faults.map(({ file, line, column, value }) => [file, line, column, value]);
}

test('a record keeper imports, lists, reads and exports records of the organization', async () => {
  const { acme, keeper, as } = await createAcme();
  const [account, member] = [randomUUID(), randomUUID()];
  const files = {
    accounts: lines(ACCOUNTS, [account, '', 'Dora New', false, false, false]),
    members: lines(MEMBERS, [member, acme.uuid, account, 'P-2', 'Employee', '', true, false]),
  };
  const { headers, run } = (await importFiles(files, as)) as { headers: any; run: any };
  expect(headers.location).toBe(`/records/imports/${run.id}`);
  expect(run).toMatchObject({
    status: 'succeeded',
    startedBy: keeper.email,
    options: { companyId: acme.uuid, companies: [acme.handle] },
  });
  const list = await cast.call('/records/imports', as);
  expect(list.body).toMatchObject({ total: 1, items: [{ id: run.id }] });
  const { text } = await cast.call('/records/export', as);
  expect(text).toContain('members.csv');
  const response = await fetch(`${service.url}/records/export`, {
    headers: as as [string, string][],
  });
  const archive = unzipSync(new Uint8Array(await response.arrayBuffer()));
  expect(Buffer.from(archive['members.csv']!).toString()).toContain(member);
  expect(await cast.call('/records/template', as)).toMatchObject({ status: 200 });
  expect(await cast.call(`/records/imports/${run.id}/before`, as)).toMatchObject({
    status: 404,
    body: { code: 'nothing-kept' },
  });
  const stored = await service.context.db.prisma.member.findUniqueOrThrow({
    where: { uuid: member },
  });
  expect(stored).toMatchObject({ hasAccess: true, isDeveloper: false, keepsRecords: false });
  // Reading one's own organization is not audited as a read across organizations.
  const events = await service.context.db.prisma.auditEvent.findMany({
    where: { actorAccountId: keeper.id, kind: 'organization-read' },
  });
  expect(events).toEqual([]);
});

test('a session can change records of the organization in X-Company if it has the right', async () => {
  const { acme, keeper } = await createAcme();
  const globex = await service.seed.company('globex');
  await globex.member('Grace', { account: keeper, isDeveloper: false });
  const globexSecret = bearer(await service.seed.secret(keeper, globex));
  expect(await cast.call('/records/imports', globexSecret)).toMatchObject({
    status: 403,
    body: { code: 'record-keeper-required', detail: expect.stringContaining('globex') },
  });
  await service.seed.secret(keeper, acme);
  const as = bearer(await service.seed.secret(keeper, acme));
  for (const query of [`?companyId=${acme.uuid}`, `?companyId=${globex.uuid}`])
    expect(await cast.call(`/records/export${query}`, as)).toMatchObject({
      status: 403,
      body: { code: 'operator-required' },
    });
});

test('imports of other organizations are unknown, and operator endpoints are denied', async () => {
  const { acme, as } = await createAcme();
  const other = await createAcme();
  const csv = lines('id,companyId,name,code,isFacility', [
    randomUUID(),
    other.acme.uuid,
    'Plant',
    '',
    true,
  ]);
  const { run } = (await importFiles({ departments: csv }, other.as)) as { run: any };
  const { run: byServiceKey } = (await importFiles(
    { departments: csv },
    apiKey(SERVICE_KEY),
    `?companyId=${other.acme.uuid}`,
  )) as { run: any };
  for (const { id } of [run, byServiceKey]) {
    for (const path of ['', '/faults', '/before'])
      expect(await cast.call(`/records/imports/${id}${path}`, as)).toMatchObject({
        status: 404,
        body: { code: 'unknown-import' },
      });
    const cancel = { method: 'DELETE' } as const;
    expect(await cast.call(`/records/imports/${id}`, as, cancel)).toMatchObject({ status: 404 });
    // An import by the service key is known to the organization to which it is limited.
    expect(await cast.call(`/records/imports/${id}`, other.as)).toMatchObject({ status: 200 });
  }
  const options = { companyId: other.acme.uuid.toUpperCase() };
  const { uuid } = await service.context.db.prisma.importRun.create({
    data: { name: 'x', source: 'http', status: 'waiting', startedBy: 'x', options },
  });
  for (const [caller, status, left] of [
    [as, 404, 'waiting'],
    [other.as, 204, 'cancelled'],
  ] as const) {
    const path = `/records/imports/${uuid}`;
    expect(await cast.call(path, caller, { method: 'DELETE' })).toMatchObject({ status });
    expect((await cast.call(path, other.as)).body).toMatchObject({ status: left });
  }
  expect((await cast.call('/records/imports', as)).body.total).toBe(0);
  for (const path of ['/sync/imports', '/sync/export', '/sync/template', '/security/accounts'])
    expect(await cast.call(path, [...as, ...xCompany(acme.handle)])).toMatchObject({
      status: 403,
      body: { code: 'operator-required' },
    });
  expect((await cast.call('/records/imports', operator)).body.total).toBeGreaterThanOrEqual(2);
});

test.each(['updateAccounts', 'allowOperators', 'allowErased'])(
  '%s requires an operator',
  async option => {
    const { as } = await createAcme();
    expect(await importFiles({}, as, `?${option}=true`)).toMatchObject({
      status: 403,
      body: { code: 'operator-required' },
    });
  },
);

test('rows of other organizations, rights and roles are faults', async () => {
  const { acme, bob, as } = await createAcme();
  const globex = await service.seed.company('globex');
  const newAccount = randomUUID();
  const files = {
    accounts: lines(ACCOUNTS, [newAccount, '', 'Dora', false, true, true]),
    members: lines(
      MEMBERS,
      [bob.uuid, acme.uuid, bob.account.uuid, 'P-1', '', '', true, true],
      [randomUUID(), acme.uuid, newAccount, 'P-2', '', '', true, true],
      [randomUUID(), globex.uuid, newAccount, 'P-3', '', '', true, false],
    ),
  };
  const { run } = (await importFiles(files, as)) as { run: any };
  expect(faultsOf(run)).toEqual(
    expect.arrayContaining([
      ['accounts.csv', 2, 'apiAccess', 'true'],
      ['accounts.csv', 2, 'reportAccess', 'true'],
      ['members.csv', 2, 'isDeveloper', 'true'],
      ['members.csv', 3, 'isDeveloper', 'true'],
      ['members.csv', 4, 'companyId', globex.uuid],
    ]),
  );
});

test('faults about rows of other organizations say nothing about their records', async () => {
  const { as } = await createAcme();
  const globex = await service.seed.company('globex');
  const eve = await globex.member('Eve', { code: 'G-77' });
  const files = {
    members: lines(
      MEMBERS,
      [randomUUID(), globex.uuid, eve.account.uuid, 'P-9', '', '', true, false],
      [randomUUID(), globex.uuid, eve.account.uuid, 'G-77', '', '', true, false],
    ),
  };
  const { run } = (await importFiles(files, as)) as { run: any };
  const faults = faultsOf(run).filter(([, , column]) => column !== null);
  expect(faults).toEqual([2, 3].map(line => ['members.csv', line, 'companyId', globex.uuid]));
  expect(JSON.stringify(run.faults)).not.toMatch(new RegExp(`G-77|${eve.uuid}`));
});

test('the organization itself does not change', async () => {
  const own = await createAcme();
  const { uuid, handle, name } = own.acme;
  const companies = (to: string) => ({ companies: lines('id,handle,name', [uuid, handle, to]) });
  expect(faultsOf(await importByKeeper(own, companies('Mine')))).toEqual([
    ['companies.csv', 2, null, null],
  ]);
  expect(await importByKeeper(own, companies(name))).toMatchObject({ status: 'succeeded' });
});

test('the language of the organization does not change', async () => {
  const own = await createAcme();
  const { uuid, handle, name } = own.acme;
  const languages = (to: string) => ({
    companies: lines('id,handle,name,language', [uuid, handle, name, to]),
  });
  expect(faultsOf(await importByKeeper(own, languages('de')))).toEqual([
    ['companies.csv', 2, null, null],
  ]);
  for (const same of ['', 'en']) {
    expect(await importByKeeper(own, languages(same))).toMatchObject({ status: 'succeeded' });
  }
});

test.each<[string, MemberFacts]>([
  ['of an operator', { isOperator: true }],
  ['with a grant', { apiAccess: true }],
  ['with a password', { password: 'seven lamps on a quiet street' }],
  ['of a record keeper', { keepsRecords: true }],
])('an account %s cannot be renamed, and the fault only contains the line', async (_, facts) => {
  const own = await createAcme();
  const { account } = await own.acme.member('Ken', { isDeveloper: false, ...facts });
  const rights = [facts.isOperator ?? false, facts.apiAccess ?? false, false];
  const named = (name: string) => ({
    accounts: lines(ACCOUNTS, [account.uuid, account.email, name, ...rights]),
  });
  expect(faultsOf(await importByKeeper(own, named('Mallory')))).toEqual([
    ['accounts.csv', 2, null, null],
  ]);
  // An unchanged row, as in an export, is accepted.
  expect(await importByKeeper(own, named('Ken'))).toMatchObject({ status: 'succeeded' });
});

test('an account that also belongs to another organization is neither changed nor made a member', async () => {
  const own = await createAcme();
  const { acme, bob } = own;
  const globex = await service.seed.company('globex');
  const carl = await globex.member('Carl', { isDeveloper: false });
  const account = (uuid: string, email: string, name: string) => ({
    accounts: lines(ACCOUNTS, [uuid, email, name, false, false, false]),
  });
  const renamed = account(bob.account.uuid, bob.account.email, 'Mallory');
  expect(await importByKeeper(own, renamed)).toMatchObject({ files: [{ updated: 1 }] });
  await globex.member('Bob', { account: bob.account, isDeveloper: false });
  const again = account(bob.account.uuid, bob.account.email, 'Bob');
  expect(faultsOf(await importByKeeper(own, again))).toEqual([['accounts.csv', 2, null, null]]);
  // Whether a row has the name of a foreign account is not disclosed.
  const foreign = ['Carl', 'Mallory'].map(name => account(carl.account.uuid, '', name));
  const [same, other] = [
    await importByKeeper(own, foreign[0]!),
    await importByKeeper(own, foreign[1]!),
  ];
  expect(other.status).toBe('refused');
  expect(same.faults).toEqual(other.faults);
  const join = [randomUUID(), acme.uuid, carl.account.uuid, 'P-9', '', '', true, false];
  expect(faultsOf(await importByKeeper(own, { members: lines(MEMBERS, join) }))).toEqual([
    ['members.csv', 2, null, null],
  ]);
  // The owner of an e-mail in use is not disclosed.
  const run = await importByKeeper(own, account(randomUUID(), carl.account.email, 'Carl'));
  expect(run.faults).toEqual([
    expect.objectContaining({
      value: carl.account.email,
      expected:
        'an e-mail that no other account has; an operator adds a membership of that account',
    }),
  ]);
  expect(JSON.stringify(run)).not.toContain(carl.account.uuid);
});

test('members cannot exchange accounts, and replace does not delete a member with a role', async () => {
  const own = await createAcme();
  const { acme, bob, keeper } = own;
  const ada = await acme.member('Ada', { isDeveloper: false });
  const grace = await service.context.db.prisma.member.findFirstOrThrow({
    where: { accountId: keeper.id },
  });
  const row = (uuid: string, account: string) => [
    uuid,
    acme.uuid,
    account,
    '',
    '',
    '',
    true,
    false,
  ];
  const exchanged = [row(bob.uuid, ada.account.uuid), row(ada.uuid, bob.account.uuid)];
  expect(faultsOf(await importByKeeper(own, { members: lines(MEMBERS, ...exchanged) }))).toEqual([
    ['members.csv', 2, null, null],
    ['members.csv', 3, null, null],
  ]);
  const companies = lines('id,handle,name', [acme.uuid, acme.handle, acme.name]);
  const members = lines(MEMBERS, row(bob.uuid, bob.account.uuid), row(ada.uuid, ada.account.uuid));
  expect(faultsOf(await importByKeeper(own, { companies, members }, { replace: true }))).toEqual([
    ['members.csv', null, null, null],
  ]);
  const all = lines(MEMBERS, row(bob.uuid, bob.account.uuid), row(grace.uuid, keeper.uuid));
  const options = { replace: true, allowRemovals: true };
  expect(await importByKeeper(own, { companies, members: all }, options)).toMatchObject({
    status: 'succeeded',
  });
  expect(
    await service.context.db.prisma.member.findUnique({ where: { uuid: grace.uuid } }),
  ).toMatchObject({
    keepsRecords: true,
  });
});

test('operators grant and withdraw the right, which is audited and shown', async () => {
  const { acme, account } = await cast.ada();
  const where = `/security/accounts/${account.uuid}/memberships/${acme.handle}`;
  const put = (body: object) => cast.call(where, operator, { method: 'PUT', body });
  const rights = { hasAccess: true, isDeveloper: true };
  expect((await put({ ...rights, keepsRecords: true })).body.organizations).toMatchObject([
    { handle: acme.handle, keepsRecords: true },
  ]);
  // An omitted field is unchanged.
  expect((await put(rights)).body.organizations).toMatchObject([{ keepsRecords: true }]);
  const secret = bearer(await service.seed.secret(account, acme));
  expect((await cast.call('/me/client-secret', secret)).body.rights).toMatchObject({
    keepsRecords: true,
  });
  const unfit = (field: string) => ({
    status: 400,
    body: { errors: [{ field, message: expect.stringMatching(/^does not fit/) as string }] },
  });
  const administered = { ...rights, reportScope: 'administered' };
  expect(await put(administered)).toMatchObject(unfit('reportScope'));
  expect((await put({ ...rights, keepsRecords: false })).body.organizations).toMatchObject([
    { keepsRecords: false },
  ]);
  expect(await put(administered)).toMatchObject({ status: 200 });
  expect(await put({ ...rights, keepsRecords: true })).toMatchObject(unfit('keepsRecords'));
  expect(await cast.call('/records/imports', secret)).toMatchObject({ status: 403 });
  const { body } = await cast.call(
    `/security/audit-events?account=${account.uuid}&kind=record-keeping-changed`,
    operator,
  );
  expect(body.items.map(({ summary }: { summary: string }) => summary)).toEqual([
    `Grace withdrew the right to keep records in ${acme.name} from Ada`,
    `Grace gave Ada the right to keep records in ${acme.name}`,
  ]);
});
