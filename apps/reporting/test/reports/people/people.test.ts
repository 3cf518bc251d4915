import { randomUUID } from 'node:crypto';
import { bearer, castOf } from '../../cast';
import { expectProblem } from '../../expect-problem';
import type { AffiliationFunction } from '../../seed';
import { startTestApp, type TestApp } from '../../start-test-app';
import { reportReader } from '../read-report';

const NOW = '2026-11-21T12:00:00.000Z';
const COURSE = 'https://training.test/h2s';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ RATE_LIMIT_REPORTS: 'off' }, { clock: () => new Date(NOW) });
});
afterAll(() => app.close());

/** Ada in Drilling, with a profile that requires Muster point, which Grace validated, and a required certificate. */
async function seedAda(as: AffiliationFunction = 'Department') {
  const acme = await app.seed.company('acme');
  const drilling = await acme.department('Drilling', { code: 'D1' });
  const facts = { code: 'A-1', personType: 'Operator', jobTitle: 'Driller', reportAccess: false };
  const ada = await acme.member('Ada', { ...facts, apiAccess: true });
  await acme.affiliate(ada, drilling, as);
  const muster = await acme.competency('Muster point', { number: 'C-017' });
  const driller = await acme.profile('Driller', [muster]);
  await acme.assign(ada, drilling, driller);
  const validator = await acme.member('Grace');
  const validatedAt = '2026-01-02T00:00:00.000Z';
  await acme.standing(ada, muster, 'Validated', { validatedAt, expiresAt: NOW, validator });
  const alive = await acme.achievement('H2S Alive', { howToGet: 'Ask Grace.', link: COURSE });
  const said = { certificateNumber: 'H2S-7', note: 'Seen on paper' };
  const ticketId = await acme.ticket(ada, alive, 'Valid', { isRequired: true, ...said });
  return {
    acme,
    drilling,
    ada,
    muster,
    driller,
    alive,
    ticketId,
    reader: await reportReader(app, acme),
  };
}

test('returns the requirements of a person with their current status', async () => {
  const { ada, drilling, muster, driller, alive, ticketId, reader } = await seedAda();
  const department = { id: drilling.uuid, name: 'Drilling', code: 'D1' };
  const { measurements, ...person } = await reader.json(`people/${ada.uuid}`);
  expect(person).toEqual({
    asOf: '2026-11-21T12:00:00.000+00:00',
    member: {
      id: ada.uuid,
      name: 'Ada',
      code: 'A-1',
      email: ada.account.email,
      personType: 'Operator',
      jobTitle: 'Driller',
      accountId: ada.account.uuid,
    },
    affiliations: [{ department, function: 'Department' }],
    profiles: [
      {
        id: driller.uuid,
        name: 'Driller',
        code: null,
        department,
        isPrimary: false,
        requiresCompliance: true,
      },
    ],
    requirements: [
      {
        kind: 'achievement',
        id: alive.uuid,
        number: null,
        name: 'H2S Alive',
        measurement: { key: 1, name: 'Time-Sensitive Safety Certificates' },
        status: 'Valid',
        isRequired: true,
        heldSince: null,
        expiresAt: null,
        validatorName: null,
        isSatisfied: true,
        departments: [department],
        certificateNumber: 'H2S-7',
        note: 'Seen on paper',
        source: 'import',
        ticketId,
        howToGet: 'Ask Grace.',
        link: COURSE,
      },
      {
        kind: 'competency',
        id: muster.uuid,
        number: 'C-017',
        name: 'Muster point',
        measurement: { key: 3, name: 'Critical Competencies' },
        status: 'Expired',
        isRequired: true,
        heldSince: '2026-01-02T00:00:00.000+00:00',
        expiresAt: '2026-11-21T12:00:00.000+00:00',
        validatorName: 'Grace',
        isSatisfied: false,
        departments: [department],
        certificateNumber: null,
        note: null,
        source: 'import',
        ticketId: null,
        howToGet: null,
        link: null,
      },
    ],
  });
  expect(measurements).toHaveLength(12);
  expect(measurements[2]).toMatchObject({
    department,
    measurement: { key: 3, name: 'Critical Competencies', score: 0, required: 1, expired: 1 },
  });
});

test('can be a file of the requirements, named after the person', async () => {
  const { ada, muster, reader } = await seedAda();
  const { headers } = await reader.get(`people/${ada.uuid}`, { format: 'csv' });
  expect(headers.get('content-disposition')).toMatch(
    /filename=person-acme-\w+-ada-2026-11-21\.csv/,
  );
  const [header, ...lines] = await reader.csv(`people/${ada.uuid}`);
  expect(header).toBe(
    'kind,id,number,name,measurementKey,measurementName,status,isRequired,heldSince,expiresAt,validatorName,isSatisfied,departments,certificateNumber,note,source,ticketId,howToGet,link',
  );
  expect(lines[1]).toBe(
    `competency,${muster.uuid},C-017,Muster point,3,Critical Competencies,Expired,true,2026-01-02T00:00:00.000+00:00,2026-11-21T12:00:00.000+00:00,Grace,false,Drilling,,,import,,,`,
  );
  expect(await reader.xlsx(`people/${ada.uuid}`)).toHaveLength(3);
});

test('lists a required achievement without a ticket as missing', async () => {
  const { acme, ada, drilling, reader } = await seedAda();
  const rescue = await acme.achievement('Rescue');
  const rescuer = await acme.profile('Rescuer', [], { achievements: [rescue] });
  await acme.assign(ada, drilling, rescuer);
  const { requirements } = await reader.json(`people/${ada.uuid}`);
  expect(requirements[1]).toMatchObject({ id: rescue.uuid, status: 'missing', isRequired: true });
  expect(requirements[1].heldSince).toBeNull();
});

test('names the departments that require an item: for a required ticket, all that count', async () => {
  const { acme, ada, driller, reader } = await seedAda();
  const yard = await acme.department('Yard');
  await acme.affiliate(ada, yard, 'Organization');
  const office = await acme.department('Office');
  await acme.affiliate(ada, office, 'Employee');
  await acme.assign(ada, office, driller);
  const { requirements } = await reader.json(`people/${ada.uuid}`);
  expect(
    requirements.map(({ name, departments }: any) => [
      name,
      departments.map((department: any) => department.name),
    ]),
  ).toEqual([
    ['H2S Alive', ['Drilling', 'Yard']],
    ['Muster point', ['Drilling']],
  ]);
  const [, alive] = await reader.csv(`people/${ada.uuid}`);
  expect(alive).toMatch(/,true,"Drilling; Yard",/);
});

test('uses the tickets that the summary counts in each department', async () => {
  const { acme, ada, alive, drilling, reader } = await seedAda();
  const yard = await acme.department('Yard');
  await acme.affiliate(ada, yard);
  const rescue = await acme.achievement('Rescue');
  await acme.assign(
    ada,
    drilling,
    await acme.profile('Rescuer', [], { achievements: [rescue, alive] }),
  );
  await acme.ticket(ada, rescue, 'Valid', { isRequired: true, expiresAt: NOW });
  await acme.ticket(ada, rescue, 'Valid', { isRequired: false });
  const { requirements, measurements } = await reader.json(`people/${ada.uuid}`);
  const rows = requirements.map(({ name, status, isSatisfied, departments }: any) => [
    `${name} ${status} ${isSatisfied}`,
    departments.map((department: any) => department.name),
  ]);
  expect(rows).toEqual([
    ['H2S Alive Valid true', ['Drilling', 'Yard']],
    ['Rescue Valid true', ['Drilling']],
    ['Rescue Expired false', ['Yard']],
    ['Muster point Expired false', ['Drilling']],
  ]);
  const satisfied = measurements
    .filter(({ measurement }: any) => measurement.key === 1)
    .map(({ department, measurement: { satisfied, required } }: any) => [
      department.name,
      `${satisfied} of ${required}`,
    ]);
  expect(satisfied).toEqual([
    ['Drilling', '2 of 2'],
    ['Yard', '1 of 2'],
  ]);
});

test.each([
  [true, true],
  [false, false],
])('Not Applicable with isValidated=%s has isSatisfied=%s', async (isValidated, isSatisfied) => {
  const { acme, ada, drilling, reader } = await seedAda();
  const diving = await acme.competency('Diving');
  await acme.assign(ada, drilling, await acme.profile('Diver', [diving]));
  await acme.standing(ada, diving, 'NotApplicable', { isValidated });
  const { requirements } = await reader.json(`people/${ada.uuid}`);
  expect(requirements.find(({ name }: any) => name === 'Diving')).toMatchObject({
    status: 'Not Applicable',
    isSatisfied,
  });
});

test('has no requirements for a member without any', async () => {
  const acme = await app.seed.company('acme');
  const ada = await acme.member('Ada');
  await acme.affiliate(ada, await acme.department('Drilling'));
  const reader = await reportReader(app, acme);
  expect((await reader.json(`people/${ada.uuid}`)).requirements).toEqual([]);
  expect(await reader.csv(`people/${ada.uuid}`)).toHaveLength(1);
});

describe('a member who is not reported on is unknown', () => {
  test.each([
    ['one without an affiliation', async () => (await app.seed.company('a')).member('Ada')],
    ['an employee', async () => (await seedAda('Employee')).ada],
    ['one of another organization', async () => (await seedAda()).ada],
    ['nobody', async () => ({ uuid: randomUUID() })],
  ])('%s', async (_, find) => {
    const { acme } = await seedAda();
    const { uuid } = await find();
    const reader = await reportReader(app, acme);
    expect(await reader.json(`people/${uuid}`).catch(String)).toMatch(/404: .*"unknown-member"/);
  });
});

describe('the caller’s own compliance', () => {
  test('does not require report access, and includes departments with the function Employee', async () => {
    const { acme, ada, drilling } = await seedAda('Employee');
    const secret = await app.seed.secret(ada.account, acme);
    const { status, body } = await castOf(app).call('/me/compliance', bearer(secret));
    expect(status).toBe(200);
    expect(body.member.id).toBe(ada.uuid);
    expect(body.requirements).toHaveLength(2);
    expect(body.requirements[1]).toMatchObject({ name: 'Muster point', isRequired: true });
    expect(body.measurements[2]).toMatchObject({
      department: { id: drilling.uuid },
      measurement: { key: 3, required: 1 },
    });
  });

  test('can be a file', async () => {
    const { acme, ada } = await seedAda('Employee');
    const secret = await app.seed.secret(ada.account, acme);
    const response = await castOf(app).call('/me/compliance?format=csv', bearer(secret));
    expect(response.status).toBe(200);
    expect(response.headers['content-disposition']).toMatch(/person-acme-\w+-ada-2026-11-21\.csv/);
    expect(response.text).toMatch(/H2S Alive,.*Ask Grace\.,https:\/\/training\.test\/h2s/);
  });

  test('includes a member with access only by single sign-on, whom reports do not count', async () => {
    const { acme, ada, reader } = await seedAda();
    const secret = await app.seed.secret(ada.account, acme);
    const { prisma } = app.context.db;
    const data = { hasAccess: false, providerAccess: true };
    await prisma.member.update({ where: { id: ada.id }, data });
    await prisma.account.update({
      where: { id: ada.account.id },
      data: { providerRightsUntil: new Date('2100-01-01') },
    });
    const { status, body } = await castOf(app).call('/me/compliance', bearer(secret));
    expect(status).toBe(200);
    expect(body.member.id).toBe(ada.uuid);
    expect(body.requirements).toHaveLength(2);
    expect(body.measurements).toEqual([]);
    expect(await reader.json(`people/${ada.uuid}`).catch(String)).toMatch(
      /404: .*"unknown-member"/,
    );
  });

  test('of an operator who is not a member is unknown', async () => {
    const { acme } = await seedAda();
    const operator = await app.seed.account('Operator', { isOperator: true, apiAccess: true });
    const secret = await app.seed.secret(operator, acme);
    const response = await castOf(app).call('/me/compliance', bearer(secret));
    expectProblem(response, '404 Unknown member, unknown-member');
  });
});
