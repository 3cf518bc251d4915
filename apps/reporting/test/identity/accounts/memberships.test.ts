import { bearer, castOf, type Headers } from '../../cast';
import { expectProblem } from '../../expect-problem';
import { startTestApp, type TestApp } from '../../start-test-app';

let service: TestApp;
let cast: ReturnType<typeof castOf>;
let operator: Headers;
beforeAll(async () => {
  service = await startTestApp({ RATE_LIMIT_SIGN_IN: 'off', RATE_LIMIT_DEFAULT: 'off' });
  cast = castOf(service);
  operator = bearer((await cast.grace()).secret);
});
afterAll(() => service.close());

const TYPES = '/reporting/achievement-gaps/person-types';

const put = (id: string, handle: string, body: object) =>
  cast.call(`/security/accounts/${id}/memberships/${handle}`, operator, { method: 'PUT', body });
const remove = (id: string, handle: string) =>
  cast.call(`/security/accounts/${id}/memberships/${handle}`, operator, { method: 'DELETE' });
const membershipsOf = async (id: string) =>
  (await cast.call(`/security/accounts/${id}`, operator)).body.organizations;

async function recorded(id: string) {
  const { body } = await cast.call(`/security/audit-events?account=${id}`, operator);
  return body.items.reverse() as { kind: string; detail: object }[];
}

test('a membership is created with the specified fields', async () => {
  const account = await service.seed.account('Ada');
  const acme = await service.seed.company('acme');
  const facts = { code: 'P-1', personType: 'Employee', jobTitle: 'Welder' };
  const response = await put(account.uuid, acme.handle, {
    hasAccess: true,
    isDeveloper: false,
    keepsRecords: false,
    ...facts,
  });
  const membership = {
    handle: acme.handle,
    hasAccess: true,
    isDeveloper: false,
    ...{ reportScope: 'organization', reportDepartments: [] },
    keepsRecords: false,
    ...facts,
    fromProvider: null,
  };
  expect([response.status, response.body.organizations]).toEqual([200, [membership]]);
  expect(response.headers.etag).toMatch(/^"[0-9a-f]{32}"$/);
  expect(await recorded(account.uuid)).toMatchObject([
    { kind: 'membership-created', companyId: acme.uuid },
    { kind: 'organization-access-changed', detail: { hasAccess: true } },
    { kind: 'membership-updated', detail: { after: facts } },
  ]);
});

test('omitted fields are unchanged, null removes a value, and rights take effect from the next call on', async () => {
  const acme = await service.seed.company('acme');
  const { account } = await acme.member('Ada', {
    code: 'P-1',
    jobTitle: 'Welder',
    apiAccess: true,
  });
  const secret = await service.seed.secret(account, acme);
  const { body } = await put(account.uuid, acme.handle.toUpperCase(), {
    hasAccess: true,
    isDeveloper: false,
    jobTitle: null,
  });
  expect(body.organizations).toMatchObject([{ code: 'P-1', jobTitle: null, isDeveloper: false }]);
  const refused = await cast.call(TYPES, bearer(secret));
  expectProblem(refused, '403 Developer role required, developer-role-required');
  expect(refused.body.detail).toBe(
    'This requires the Developer role in acme. An operator can grant it under Accounts.',
  );
  await put(account.uuid, acme.handle, { hasAccess: true, isDeveloper: true });
  expect((await cast.call(TYPES, bearer(secret))).status).toBe(200);
});

test('codes and texts are stored as imports read them', async () => {
  const acme = await service.seed.company('acme');
  const { account } = await acme.member('Ada');
  const rights = { hasAccess: true, isDeveloper: false };
  const facts = { code: ' A\u0308-1\u200b ', personType: ' Employee ', jobTitle: null };
  await put(account.uuid, acme.handle, { ...rights, ...facts });
  const [membership] = await membershipsOf(account.uuid);
  expect(membership).toMatchObject({ code: '\u00c4-1', personType: 'Employee', jobTitle: null });
  // Nothing is left of the first; the second becomes three times as long.
  for (const code of ['\u200b', '\ufb2c'.repeat(100)]) {
    const { status, body } = await put(account.uuid, acme.handle, { ...rights, code });
    const message = 'must be 1 to 100 characters after trimming, without control characters';
    expect([status, body.errors]).toEqual([400, [{ field: 'code', message }]]);
  }
});

test('setting the same membership again is not audited', async () => {
  const { account, acme } = await cast.ada();
  await put(account.uuid, acme.handle, { hasAccess: true, isDeveloper: true });
  expect(await recorded(account.uuid)).toEqual([]);
});

test('10 concurrent requests create one membership', async () => {
  const account = await service.seed.account('Ada');
  const acme = await service.seed.company('acme');
  const tries = Array.from({ length: 10 }, () =>
    put(account.uuid, acme.handle, { hasAccess: true, isDeveloper: true }),
  );
  expect((await Promise.all(tries)).map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect(await membershipsOf(account.uuid)).toHaveLength(1);
  const kinds = (await recorded(account.uuid)).map(({ kind }) => kind);
  expect(kinds.filter(kind => kind === 'membership-created')).toHaveLength(1);
});

test.each([
  [{ hasAccess: true }, 'isDeveloper'],
  [{ hasAccess: true, isDeveloper: true, code: '' }, 'code'],
  [{ hasAccess: true, isDeveloper: true, jobTitle: 'a\u0000b' }, 'jobTitle'],
  [{ hasAccess: true, isDeveloper: true, jobTitle: 'a\u2028b' }, 'jobTitle'],
  [{ hasAccess: true, isDeveloper: true, personType: 'a'.repeat(101) }, 'personType'],
])('%j is rejected naming %s, and changes nothing', async (body, field) => {
  const { account, acme } = await cast.ada();
  const before = await membershipsOf(account.uuid);
  const { status, body: problem } = await put(account.uuid, acme.handle, body);
  expect([status, problem.errors[0].field]).toEqual([400, field]);
  expect(await membershipsOf(account.uuid)).toEqual(before);
});

describe('the report scope', () => {
  const rights = { hasAccess: true, isDeveloper: true };
  const departmentsOf = async (secret: string) => {
    const { body } = await cast.call('/reporting/compliance-overview', bearer(secret));
    const names = body.rows.map(
      ({ department }: { department: { name: string } }) => department.name,
    );
    return [...new Set(names)];
  };

  /** Ada administers Drilling; Grace is in it, and in Catering and Offices. */
  async function createDepartments() {
    const { acme, account, secret, session } = await cast.ada();
    const { prisma } = service.context.db;
    const ada = await prisma.member.findFirstOrThrow({ where: { accountId: account.id } });
    const departments = [
      await acme.department('Catering'),
      await acme.department('Drilling'),
      await acme.department('Offices'),
    ] as const;
    const grace = await acme.member('Grace');
    for (const department of departments) await acme.affiliate(grace, department);
    await acme.affiliate(ada, departments[1], 'Administration');
    const set = (scope: object) => put(account.uuid, acme.handle, { ...rights, ...scope });
    return { account, secret, session, departments, prisma, set };
  }

  test('is the organization, administered departments or specific departments, from the next call on', async () => {
    const { account, secret, session, departments, prisma, set } = await createDepartments();
    const [catering, drilling, offices] = departments;
    const headers = await session();
    const shown = async () => {
      const { body } = await cast.call('/auth/session', headers);
      const { reportScope, reportDepartments } = body.organizations[0].rights;
      return [reportScope, reportDepartments];
    };
    expect(await departmentsOf(secret)).toEqual(['Catering', 'Drilling', 'Offices']);
    expect(await shown()).toEqual(['organization', null]);

    const administered = await set({ reportScope: 'administered' });
    expect(administered.body.organizations).toMatchObject([
      { reportScope: 'administered', reportDepartments: [] },
    ]);
    expect(await departmentsOf(secret)).toEqual(['Drilling']);
    expect(await shown()).toEqual(['administered', [drilling.uuid]]);
    const held = { memberId_departmentId: { memberId: 0, departmentId: offices.id } };
    const { id: memberId } = await prisma.member.findFirstOrThrow({
      where: { accountId: account.id },
    });
    held.memberId_departmentId.memberId = memberId;
    const { companyId } = await prisma.department.findUniqueOrThrow({ where: { id: offices.id } });
    const owned = { companyId, memberId, departmentId: offices.id };
    await prisma.affiliation.create({ data: { ...owned, function: 'Administration' } });
    expect(await departmentsOf(secret)).toEqual(['Drilling', 'Offices']);
    await prisma.affiliation.update({ where: held, data: { function: 'Employee' } });
    expect(await departmentsOf(secret)).toEqual(['Drilling']);

    const named = { reportScope: 'departments', reportDepartments: [catering.uuid, offices.uuid] };
    await set(named);
    expect(await departmentsOf(secret)).toEqual(['Catering', 'Offices']);
    // Omitted fields are unchanged.
    await set({ jobTitle: 'Head' });
    expect(await shown()).toEqual(['departments', [catering.uuid, offices.uuid]]);

    await set({ reportScope: 'organization' });
    expect(await departmentsOf(secret)).toEqual(['Catering', 'Drilling', 'Offices']);
    const updates = (await recorded(account.uuid)).filter(
      ({ kind }) => kind === 'membership-updated',
    );
    expect(updates.map(({ detail }) => detail).slice(0, 2)).toMatchObject([
      {
        before: { reportScope: 'organization', reportDepartments: '' },
        after: { reportScope: 'administered', reportDepartments: '' },
      },
      {
        before: { reportScope: 'administered' },
        after: {
          reportScope: 'departments',
          reportDepartments: [catering.uuid, offices.uuid].sort().join(';'),
        },
      },
    ]);
  });

  test('does not widen if its departments are removed', async () => {
    const { secret, departments, prisma, set } = await createDepartments();
    const { id, uuid } = departments[0];
    await set({ reportScope: 'departments', reportDepartments: [uuid] });
    await prisma.affiliation.deleteMany({ where: { departmentId: id } });
    await prisma.department.delete({ where: { id } });
    expect(await departmentsOf(secret)).toEqual([]);
    const { body } = await cast.call('/reporting/directory-contacts', bearer(secret));
    expect(body).toEqual({ departments: [], members: [], affiliations: [] });
    const summary = await cast.call('/reporting/compliance-summaries', bearer(secret), {
      method: 'POST',
      body: {},
    });
    expect([summary.status, summary.body]).toEqual([200, []]);
  });

  test('does not apply to operators', async () => {
    const { account, secret, set } = await createDepartments();
    await set({ reportScope: 'administered' });
    const data = { isOperator: true };
    await service.context.db.prisma.account.update({ where: { id: account.id }, data });
    expect(await departmentsOf(secret)).toEqual(['Catering', 'Drilling', 'Offices']);
  });

  test('is rejected without departments, with foreign ones, or with departments that it does not use', async () => {
    const { departments, set } = await createDepartments();
    const globex = await service.seed.company('globex');
    const foreign = await globex.department('Drilling');
    const faults = async (scope: object) => {
      const { status, body } = await set(scope);
      return [status, body.errors];
    };
    const [{ uuid }] = departments;
    const field = 'reportDepartments';
    expect(await faults({ reportScope: 'departments' })).toEqual([
      400,
      [{ field, message: 'is required with the scope departments' }],
    ]);
    for (const scope of [{}, { reportScope: 'administered' }]) {
      expect(await faults({ ...scope, reportDepartments: [uuid] })).toEqual([
        400,
        [{ field, message: 'is only allowed with the scope departments' }],
      ]);
    }
    const named = { reportScope: 'departments', reportDepartments: [uuid, foreign.uuid] };
    expect(await faults(named)).toEqual([
      400,
      [
        {
          field: `${field}[1]`,
          message: `names ${foreign.uuid}, which does not belong to this organization`,
        },
      ],
    ]);
  });
});

test('an unknown organization is rejected', async () => {
  const { account } = await cast.ada();
  const line = '400 Unknown company, unknown-company';
  expectProblem(await put(account.uuid, 'nowhere', { hasAccess: true, isDeveloper: true }), line);
  expectProblem(await remove(account.uuid, 'nowhere'), line);
});

describe('a deletion', () => {
  test('removes a membership without records, and can be repeated', async () => {
    const { account, acme } = await cast.ada({ code: 'P-1' });
    const deleted = await remove(account.uuid, acme.handle);
    expect([deleted.status, deleted.text]).toEqual([204, '']);
    const { headers } = await cast.call(`/security/accounts/${account.uuid}`, operator);
    expect(headers.etag).toBe(deleted.headers.etag);
    expect(await membershipsOf(account.uuid)).toEqual([]);
    expect((await remove(account.uuid, acme.handle)).status).toBe(204);
    expect(await recorded(account.uuid)).toMatchObject([
      {
        kind: 'membership-deleted',
        companyId: acme.uuid,
        detail: { before: { hasAccess: true, isDeveloper: true, code: 'P-1' } },
      },
    ]);
  });

  type Acme = Awaited<ReturnType<TestApp['seed']['company']>>;
  type Member = Awaited<ReturnType<Acme['member']>>;
  test.each<[record: string, add: (acme: Acme, member: Member) => Promise<unknown>]>([
    [
      'an affiliation',
      async (acme, member) => acme.affiliate(member, await acme.department('Field')),
    ],
    [
      'a ticket',
      async (acme, member) => acme.ticket(member, await acme.achievement('First Aid'), 'Valid'),
    ],
    [
      'a standing',
      async (acme, member) => acme.standing(member, await acme.competency('Welding'), 'Submitted'),
    ],
    [
      'a validated standing of a different member',
      async (acme, validator) =>
        acme.standing(await acme.member('Linus'), await acme.competency('Welding'), 'Validated', {
          validator,
        }),
    ],
    [
      'a profile',
      async (acme, member) =>
        acme.assign(member, await acme.department('Field'), await acme.profile('Welder', [])),
    ],
  ])('withdraws the access of a membership with %s', async (_, add) => {
    const acme = await service.seed.company('acme');
    const member = await acme.member('Ada', { apiAccess: true });
    const secret = await service.seed.secret(member.account, acme);
    await add(acme, member);
    const { uuid } = member.account;
    for (const response of [await remove(uuid, acme.handle), await remove(uuid, acme.handle)]) {
      expectProblem(response, '409 Membership has records, membership-has-records');
    }
    expect(await membershipsOf(uuid)).toMatchObject([{ hasAccess: false, isDeveloper: true }]);
    const refused = await cast.call(TYPES, bearer(secret));
    expectProblem(refused, '403 No access to this company, no-company-access');
    expect((await recorded(uuid)).filter(({ kind }) => kind !== 'refused')).toMatchObject([
      { kind: 'organization-access-changed', companyId: acme.uuid, detail: { hasAccess: false } },
    ]);
  });
});
