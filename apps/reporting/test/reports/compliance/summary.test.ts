import type { AffiliationFunction } from '../../../src/compliance/compliance.dto';
import type { ComplianceSummaryRequest } from '../../../src/reports/compliance/compliance-summary.dto';
import type { Seed } from '../../seed';
import { startTestApp, type TestApp } from '../../start-test-app';
import { acmeWithAda, summarize } from './summarize';

const now = new Date('2026-11-21T10:00:00.000Z');
const CRITICAL = 3;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({}, { clock: () => now });
});
afterAll(() => app.close());

type Company = Awaited<ReturnType<Seed['company']>>;

/** `department member key` of each row. */
async function rowsOf(company: Company, request: ComplianceSummaryRequest): Promise<string[]> {
  const rows = await summarize(app, company, request);
  return rows.map(row => `${row.departmentName} ${row.memberName} ${row.measurementKey}`);
}

describe('rows', () => {
  test('exist for every counted affiliation and measurement', async () => {
    const { acme, drilling, ada } = await acmeWithAda(app);
    const operator = await acme.profile('Operator', [await acme.competency('Muster')], {
      code: 'OP',
    });
    await acme.assign(ada, drilling, operator, { isPrimary: true });
    const rows = await summarize(app, acme, { departments: [drilling.uuid] });
    expect(rows.map(({ measurementKey }) => measurementKey)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
    ]);
    expect(rows[2]).toEqual({
      departmentId: drilling.uuid,
      departmentName: 'Drilling',
      departmentCode: 'D1',
      memberId: ada.uuid,
      memberName: 'Ada',
      memberCode: 'A-1',
      memberEmail: ada.account.email,
      primaryProfileId: operator.uuid,
      primaryProfileName: 'Operator',
      primaryProfileCode: 'OP',
      measurementKey: CRITICAL,
      score: 0,
      required: 1,
      satisfied: 0,
      expired: 0,
      notCompleted: 1,
      notApplicable: 0,
      needsTraining: 0,
      selfAssessed: 0,
      submitted: 0,
      validated: 0,
    });
    expect(new Set(rows.map(({ primaryProfileName }) => primaryProfileName))).toEqual(
      new Set(['Operator']),
    );
  });

  test('have the primary profile of any department, or null', async () => {
    const { acme, drilling, ada } = await acmeWithAda(app);
    const office = await acme.department('Office');
    await acme.assign(ada, office, await acme.profile('Clerk', []), { isPrimary: true });
    const grace = await acme.member('Grace');
    await acme.affiliate(grace, drilling);
    await acme.assign(grace, drilling, await acme.profile('Driver', []));
    const rows = await summarize(app, acme, { departments: [drilling.uuid], measurements: [1] });
    expect(rows.map(row => [row.memberName, row.primaryProfileName])).toEqual([
      ['Ada', 'Clerk'],
      ['Grace', null],
    ]);
  });

  test('exclude members without access, and Employee unless requested', async () => {
    const { acme, drilling } = await acmeWithAda(app);
    await acme.affiliate(await acme.member('Grace', { hasAccess: false }), drilling);
    await acme.affiliate(await acme.member('Linus'), drilling, 'Employee');
    await acme.affiliate(await acme.member('Mary'), drilling, 'Administration');
    const request = { departments: [drilling.uuid], measurements: [1] };
    expect(await rowsOf(acme, request)).toEqual(['Drilling Ada 1', 'Drilling Mary 1']);
    const functions: AffiliationFunction[] = ['Employee', 'Administration'];
    expect(await rowsOf(acme, { ...request, functions })).toEqual([
      'Drilling Linus 1',
      'Drilling Mary 1',
    ]);
    expect(await rowsOf(acme, { ...request, functions: [] })).toHaveLength(2);
  });

  test('for members and measurements include all of their departments', async () => {
    const { acme, ada, drilling } = await acmeWithAda(app);
    await acme.affiliate(ada, await acme.department('Office'));
    await acme.affiliate(await acme.member('Grace'), drilling);
    expect(await rowsOf(acme, { members: [ada.uuid], measurements: [3, 1] })).toEqual([
      'Drilling Ada 1',
      'Drilling Ada 3',
      'Office Ada 1',
      'Office Ada 3',
    ]);
    expect(await rowsOf(acme, { members: [ada.uuid], departments: [drilling.uuid] })).toHaveLength(
      12,
    );
  });

  test('can be limited to members with a profile anywhere in the organization', async () => {
    const { acme, drilling, ada } = await acmeWithAda(app);
    await acme.affiliate(await acme.member('Grace'), drilling);
    const elsewhere = await acme.department('Office');
    await acme.assign(ada, elsewhere, await acme.profile('Clerk', []), {
      requiresCompliance: false,
    });
    const request = { departments: [drilling.uuid], measurements: [1] };
    expect(await rowsOf(acme, { ...request, memberMustHaveProfile: true })).toEqual([
      'Drilling Ada 1',
    ]);
  });

  test('are sorted by folded department name, member name, IDs and key', async () => {
    const acme = await app.seed.company('acme');
    const names = ['Zürich', 'áland', 'Alta'];
    const departments = [];
    for (const name of names) departments.push(await acme.department(name));
    const first = await acme.member('Ada');
    const second = await acme.member('ada');
    for (const department of departments) {
      await acme.affiliate(second, department);
      await acme.affiliate(first, department);
    }
    await acme.affiliate(await acme.member('Łukasz'), departments[0]!);
    await acme.affiliate(await acme.member('Linus'), departments[0]!);
    const rows = await summarize(app, acme, {
      departments: departments.map(({ uuid }) => uuid),
      measurements: [1],
    });
    expect(rows.map(row => `${row.departmentName} ${row.memberName.toLowerCase()}`)).toEqual([
      'áland ada',
      'áland ada',
      'Alta ada',
      'Alta ada',
      'Zürich ada',
      'Zürich ada',
      'Zürich linus',
      'Zürich łukasz',
    ]);
    const adas = [first.uuid, second.uuid].sort();
    expect(rows.slice(0, 4).map(({ memberId }) => memberId)).toEqual([...adas, ...adas]);
  });
});
