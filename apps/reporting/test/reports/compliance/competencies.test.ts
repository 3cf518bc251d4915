import type { SummaryProfileCondition } from '../../../src/reports/compliance/compliance-summary.dto';
import type { Seed, SeededMember } from '../../seed';
import { startTestApp, type TestApp } from '../../start-test-app';
import { acmeWithAda, counts, summarize } from './summarize';

const now = new Date('2026-11-21T10:00:00.000Z');
const CRITICAL = 3;
const NON_CRITICAL = 4;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({}, { clock: () => now });
});
afterAll(() => app.close());

type Company = Awaited<ReturnType<Seed['company']>>;
type Place = Awaited<ReturnType<Company['department']>>;

async function competencies(company: Company, names: string, criticality?: 'NonCritical') {
  const made: Record<string, { id: number; uuid: string }> = {};
  for (const name of names.split(' '))
    made[name] = await company.competency(name, criticality ? { criticality } : {});
  return made;
}

/** The counts of one member in one department by a measurement. */
async function stands(
  company: Company,
  member: SeededMember,
  department: Place,
  measurement: number,
  profileCondition?: SummaryProfileCondition,
) {
  const rows = await summarize(app, company, {
    departments: [department.uuid],
    members: [member.uuid],
    measurements: [measurement],
    ...(profileCondition ? { profileCondition } : {}),
  });
  expect(rows).toHaveLength(1);
  return counts(rows[0]);
}

test('every status is counted, and competencies without a record are not completed', async () => {
  const { acme, drilling, ada } = await acmeWithAda(app);
  const needs = await competencies(acme, 'a b c d e f g h i');
  const profile = await acme.profile('Operator', Object.values(needs));
  await acme.assign(ada, drilling, profile);
  await acme.standing(ada, needs.a!, 'Validated');
  await acme.standing(ada, needs.b!, 'NotApplicable', { isValidated: true });
  await acme.standing(ada, needs.c!, 'NotApplicable', { isValidated: false });
  await acme.standing(ada, needs.d!, 'Expired');
  await acme.standing(ada, needs.e!, 'NotCompleted');
  await acme.standing(ada, needs.f!, 'NeedsTraining');
  await acme.standing(ada, needs.g!, 'SelfAssessed');
  await acme.standing(ada, needs.h!, 'Submitted');
  expect(await stands(acme, ada, drilling, CRITICAL)).toEqual({
    required: 9,
    satisfied: 2,
    validated: 1,
    notApplicable: 2,
    expired: 1,
    notCompleted: 2,
    needsTraining: 1,
    selfAssessed: 1,
    submitted: 1,
  });
  expect(await stands(acme, ada, drilling, NON_CRITICAL)).toEqual({});
});

test.each([
  ['Validated', true, '2026-11-21T10:00:00.000Z', 'expired'],
  ['Validated', true, '2026-11-21T10:00:00.001Z', 'validated'],
  ['Validated', true, null, 'validated'],
  ['NotApplicable', true, '2026-11-21T10:00:00.000Z', 'expired'],
  ['NotApplicable', true, '2026-11-21T10:00:00.001Z', 'notApplicable'],
  ['NotApplicable', false, '2026-11-21T10:00:00.000Z', 'notApplicable'],
  ['Submitted', false, '2026-11-21T09:59:59.999Z', 'submitted'],
  ['NeedsTraining', false, '2020-01-01T00:00:00.000Z', 'needsTraining'],
  ['Expired', false, '2030-01-01T00:00:00.000Z', 'expired'],
] as const)('%s (validated: %s) until %s is %s', async (status, isValidated, expiresAt, name) => {
  const { acme, drilling, ada } = await acmeWithAda(app);
  const needs = await competencies(acme, 'a');
  await acme.assign(ada, drilling, await acme.profile('Operator', Object.values(needs)));
  await acme.standing(ada, needs.a!, status, { isValidated, expiresAt });
  expect(await stands(acme, ada, drilling, CRITICAL)).toMatchObject({ required: 1, [name]: 1 });
});

test('a competency in two profiles is required once', async () => {
  const { acme, drilling, ada } = await acmeWithAda(app);
  const { a, b, c } = await competencies(acme, 'a b c');
  await acme.assign(ada, drilling, await acme.profile('Operator', [a!, b!]));
  await acme.assign(ada, drilling, await acme.profile('Driver', [b!, c!]));
  await acme.standing(ada, b!, 'Validated');
  const found = await stands(acme, ada, drilling, CRITICAL);
  expect(found).toEqual({ required: 3, satisfied: 1, validated: 1, notCompleted: 2 });
});

test('critical and non-critical competencies are counted separately', async () => {
  const { acme, drilling, ada } = await acmeWithAda(app);
  const { a } = await competencies(acme, 'a');
  const { b, c } = await competencies(acme, 'b c', 'NonCritical');
  await acme.assign(ada, drilling, await acme.profile('Operator', [a!, b!, c!]));
  await acme.standing(ada, c!, 'Submitted');
  expect(await stands(acme, ada, drilling, CRITICAL)).toEqual({ required: 1, notCompleted: 1 });
  expect(await stands(acme, ada, drilling, NON_CRITICAL)).toEqual({
    required: 2,
    notCompleted: 1,
    submitted: 1,
  });
});

test('each department requires the items of its own profiles', async () => {
  const { acme, drilling, ada } = await acmeWithAda(app);
  const office = await acme.department('Office');
  const yard = await acme.department('Yard');
  await acme.affiliate(ada, office, 'Administration');
  await acme.affiliate(ada, yard, 'Organization');
  const { a, b } = await competencies(acme, 'a b');
  const operator = await acme.profile('Operator', [a!, b!]);
  await acme.assign(ada, drilling, operator);
  await acme.assign(ada, office, operator);
  await acme.assign(ada, office, await acme.profile('Clerk', [b!]));
  await acme.standing(ada, a!, 'Validated');
  const two = { required: 2, satisfied: 1, validated: 1, notCompleted: 1 };
  expect(await stands(acme, ada, drilling, CRITICAL)).toEqual(two);
  expect(await stands(acme, ada, office, CRITICAL)).toEqual(two);
  expect(await stands(acme, ada, yard, CRITICAL)).toEqual({});
});

test('the condition determines which profiles count', async () => {
  const { acme, drilling, ada } = await acmeWithAda(app);
  const { a, b, c } = await competencies(acme, 'a b c');
  await acme.assign(ada, drilling, await acme.profile('First', [a!]), { isPrimary: true });
  await acme.assign(ada, drilling, await acme.profile('Second', [a!, b!]));
  await acme.assign(ada, drilling, await acme.profile('Third', [c!]), {
    requiresCompliance: false,
  });
  const required = async (condition?: SummaryProfileCondition) =>
    (await stands(acme, ada, drilling, CRITICAL, condition)).required;
  expect(await required('all')).toBe(3);
  expect(await required('compliance')).toBe(2);
  expect(await required('primary')).toBe(1);
  expect(await required()).toBe(2);
});

test('a profile without competencies requires nothing', async () => {
  const { acme, drilling, ada } = await acmeWithAda(app);
  await acme.assign(ada, drilling, await acme.profile('Empty', []));
  expect(await stands(acme, ada, drilling, CRITICAL)).toEqual({});
});

test('records of items that are not required do not count', async () => {
  const { acme, drilling, ada } = await acmeWithAda(app);
  const { a, b } = await competencies(acme, 'a b');
  await acme.assign(ada, drilling, await acme.profile('Operator', [a!]));
  await acme.standing(ada, b!, 'Validated');
  expect(await stands(acme, ada, drilling, CRITICAL)).toEqual({ required: 1, notCompleted: 1 });
});
