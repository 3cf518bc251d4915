import fc from 'fast-check';
import type { DirectoryContacts } from '../../src/reports/directory-contacts/directory-contacts.dto';
import { runs } from '../runs';
import type { AffiliationFunction, SeededMember } from '../seed';
import { startTestApp, type TestApp } from '../start-test-app';
import { reportReader } from './read-report';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ RATE_LIMIT_REPORTS: 'off' });
});
afterAll(() => app.close());

type Company = Awaited<ReturnType<TestApp['seed']['company']>>;

const contactsOf = async (company: Company, query = {}): Promise<DirectoryContacts> =>
  (await reportReader(app, company)).json('directory-contacts', query);

test('lists only affiliations with the requested functions', async () => {
  const acme = await app.seed.company('acme');
  const [drilling, catering] = [
    await acme.department('Drilling'),
    await acme.department('Catering'),
  ];
  const [ada, linus] = [await acme.member('Ada'), await acme.member('Linus')];
  await acme.affiliate(ada, drilling, 'Department');
  await acme.affiliate(ada, catering, 'Employee');
  await acme.affiliate(linus, catering, 'Employee');
  const { departments, members, affiliations } = await contactsOf(acme, { functions: 'Employee' });
  expect(departments.map(({ name }) => name)).toEqual(['Catering']);
  expect(members.map(({ name }) => name)).toEqual(['Ada', 'Linus']);
  expect(affiliations.map(({ memberId, function: as }) => [memberId, as])).toEqual([
    [ada.uuid, 'Employee'],
    [linus.uuid, 'Employee'],
  ]);
  const both = await contactsOf(acme, { functions: ['Employee', 'Department'] });
  expect(both.affiliations).toHaveLength(3);
});

test('lists reported members with all of their affiliations and departments', async () => {
  const acme = await app.seed.company('acme');
  const globex = await app.seed.company('globex');
  const cast: Record<string, SeededMember> = {};
  const departments: Record<string, { uuid: string }> = {};
  // globex first, so that rows that acme must not see exist with the same names and accounts
  for (const company of [globex, acme]) {
    const member = async (name: string, facts: object = {}) => {
      const account = cast[name]?.account;
      return (cast[name] = await company.member(name, { ...facts, ...(account && { account }) }));
    };
    const department = async (name: string, facts: object = {}) => {
      const row = await company.department(name, facts);
      departments[name] = row;
      return row;
    };
    const office = await department('Head Office', { isFacility: false });
    const drilling = await department('drilling');
    const catering = await department('Catering');
    await department('Nobody');
    const ada = await member('Ada');
    await company.affiliate(ada, drilling, 'Employee');
    await company.affiliate(ada, office, 'Administration');
    await company.affiliate(await member('Grace'), drilling, 'Department');
    await company.affiliate(await member('Ábel'), office, 'Organization');
    await company.affiliate(await member('Linus'), catering, 'Employee');
    await company.affiliate(await member('Ken', { hasAccess: false }), catering, 'Department');
    await member('Dennis');
  }
  const contact = (name: string) => ({
    id: cast[name]?.uuid,
    name,
    email: cast[name]?.account.email,
    code: null,
  });
  const affiliation = (name: string, department: string, as: string) => ({
    memberId: cast[name]?.uuid,
    departmentId: departments[department]?.uuid,
    function: as,
  });
  expect(await contactsOf(acme)).toEqual({
    departments: [
      { id: departments.drilling?.uuid, name: 'drilling' },
      { id: departments['Head Office']?.uuid, name: 'Head Office' },
    ],
    members: [contact('Ábel'), contact('Ada'), contact('Grace')],
    affiliations: [
      affiliation('Ábel', 'Head Office', 'Organization'),
      affiliation('Ada', 'drilling', 'Employee'),
      affiliation('Ada', 'Head Office', 'Administration'),
      affiliation('Grace', 'drilling', 'Department'),
    ],
  });
});

test('an organization without members has empty lists', async () => {
  const acme = await app.seed.company('acme');
  await acme.department('Drilling');
  expect(await contactsOf(acme)).toEqual({ departments: [], members: [], affiliations: [] });
});

test('needs report access', async () => {
  const acme = await app.seed.company('acme');
  const ada = await acme.member('Ada', { apiAccess: true });
  const response = await fetch(`${app.url}/reporting/directory-contacts`, {
    headers: { 'X-Api-Key': await app.seed.secret(ada.account, acme) },
  });
  expect(response.status).toBe(403);
  expect(await response.json()).toMatchObject({ code: 'report-access-required' });
});

test('accepts no other parameters than the organization', async () => {
  const acme = await app.seed.company('acme');
  const response = await (await reportReader(app, acme)).get('directory-contacts', { page: 1 });
  expect(response.status).toBe(400);
});

const FUNCTIONS: AffiliationFunction[] = [
  'Department',
  'Organization',
  'Administration',
  'Employee',
];
const people = fc.array(
  fc.record({
    hasAccess: fc.boolean(),
    functions: fc.array(fc.option(fc.constantFrom(...FUNCTIONS)), { minLength: 3, maxLength: 3 }),
  }),
  { maxLength: 5 },
);

test('matches the specification for any organization', async () => {
  await fc.assert(
    fc.asyncProperty(people, async members => {
      const company = await app.seed.company('acme');
      const departments = [
        await company.department('A'),
        await company.department('B'),
        await company.department('C'),
      ];
      const expected: [member: string, department: string, as: string][] = [];
      for (const { hasAccess, functions } of members) {
        const member = await company.member('Ada', { hasAccess });
        const isReportedOn = hasAccess && functions.some(as => as !== null && as !== 'Employee');
        for (const [index, as] of functions.entries()) {
          if (as === null) continue;
          await company.affiliate(member, departments[index]!, as);
          if (isReportedOn) expected.push([member.uuid, departments[index]!.uuid, as]);
        }
      }
      const contacts = await contactsOf(company);
      expect(
        contacts.affiliations.map(each => [each.memberId, each.departmentId, each.function]).sort(),
      ).toEqual(expected.sort());
      expect(new Set(contacts.members.map(({ id }) => id))).toEqual(
        new Set(expected.map(([member]) => member)),
      );
      expect(new Set(contacts.departments.map(({ id }) => id))).toEqual(
        new Set(expected.map(([, department]) => department)),
      );
    }),
    { numRuns: runs(40) },
  );
});

test('CSV and XLSX contain a row for each affiliation', async () => {
  const acme = await app.seed.company('acme');
  const ada = await acme.member('Ada');
  const [drilling, catering] = [
    await acme.department('Drilling'),
    await acme.department('Catering'),
  ];
  await acme.affiliate(ada, drilling);
  await acme.affiliate(ada, catering, 'Employee');
  await acme.affiliate(await acme.member('Linus'), catering, 'Employee');
  const reader = await reportReader(app, acme);
  expect(await reader.csv('directory-contacts')).toEqual([
    'memberId,memberName,email,departmentId,departmentName,function,memberCode',
    `${ada.uuid},Ada,${ada.account.email},${catering.uuid},Catering,Employee,`,
    `${ada.uuid},Ada,${ada.account.email},${drilling.uuid},Drilling,Department,`,
  ]);
  expect(await reader.xlsx('directory-contacts')).toEqual([
    [
      'Member name',
      'Email',
      'Department name',
      'Function',
      'Member code',
      'Member ID',
      'Department ID',
    ],
    ['Ada', ada.account.email, 'Catering', 'Employee', null, ada.uuid, catering.uuid],
    ['Ada', ada.account.email, 'Drilling', 'Department', null, ada.uuid, drilling.uuid],
  ]);
});
