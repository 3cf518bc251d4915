import path from 'node:path';
import { query, readStatement, transaction } from '@platform/db';
import { takeSnapshot } from '../../src/compliance/snapshots/take-snapshot';
import { organizationScope, ReportReads } from '../../src/reports/report-reads';
import { startTestApp, type TestApp } from '../start-test-app';

let service: TestApp;
beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

const statements = path.join(__dirname, '../statements');
const names = readStatement<{ name: string }>(statements, 'every-name.sql');
const ofOrganization = readStatement<{ name: string }>(statements, 'name-of-organization.sql');
const secrets = readStatement(statements, 'every-secret.sql');
const passwords = readStatement(statements, 'every-password.sql');

async function seedTwoOrganizations() {
  const acme = await service.seed.company('acme');
  const globex = await service.seed.company('globex');
  const grace = await acme.member('Grace of acme');
  await acme.affiliate(grace, await acme.department('Drilling of acme'));
  const linus = await globex.member('Linus of globex');
  await globex.affiliate(linus, await globex.department('Drilling of globex'));
  await takeSnapshot(service.context.db, acme.id, new Date('2026-11-01'));
  await takeSnapshot(service.context.db, globex.id, new Date('2026-11-08'));
  await service.seed.secret(grace.account, acme);
  return { acme, globex };
}

test('a statement without a condition only sees rows of one organization', async () => {
  const { acme } = await seedTwoOrganizations();
  const rows = await transaction(service.context.db, tx => query(tx, names), {
    isReadOnly: true,
    scope: organizationScope(acme),
  });
  // The validator Grace is also a member.
  expect(rows.map(({ name }) => name).sort()).toEqual([
    '2026-11-01',
    'Drilling of acme',
    'Grace of acme',
    'Grace of acme',
    'acme',
  ]);
});

test('the organization of a report cannot be overridden by a parameter', async () => {
  const { acme, globex } = await seedTwoOrganizations();
  const parameters = { organization: globex.id };
  const reads = new ReportReads(service.context.reports, acme);
  // @ts-expect-error: the type also forbids it.
  const read = () => reads.query(ofOrganization, parameters);
  const rows = await reads.during(read);
  expect(rows).toEqual([{ name: 'acme' }]);
});

test('without an organization nothing can be read', async () => {
  const scope = { role: 'reporting_reader', settings: {} };
  const reading = transaction(service.context.db, tx => query(tx, names), { scope });
  await expect(reading).rejects.toThrow(/reporting.company_id|invalid input/);
});

test('a statement without a condition only sees shown departments, their members, and all validators', async () => {
  const { acme } = await seedTwoOrganizations();
  const [shown, hidden] = [await acme.department('Shown'), await acme.department('Hidden')];
  await acme.affiliate(await acme.member('Ada of acme'), shown, 'Employee');
  await acme.affiliate(await acme.member('Linus of acme'), hidden);
  const scope = organizationScope({ id: acme.id, shownDepartments: [shown.id] });
  const rows = await transaction(service.context.db, tx => query(tx, names), { scope });
  const validators = ['Ada of acme', 'Grace of acme', 'Linus of acme'];
  expect(rows.map(({ name }) => name).sort()).toEqual(
    ['2026-11-01', 'Ada of acme', 'Shown', 'acme', ...validators].sort(),
  );
});

test('without departments, nothing in a scope can be read', async () => {
  const { acme } = await seedTwoOrganizations();
  const settings = { 'reporting.company_id': acme.id };
  const scope = { role: 'reporting_scoped_reader', settings };
  const reading = transaction(service.context.db, tx => query(tx, names), { scope });
  await expect(reading).rejects.toThrow(/reporting.departments|malformed array/);
});

test.each([
  ['secrets', secrets],
  ['passwords', passwords],
])('%s cannot be read at all', async (_, statement) => {
  const { acme } = await seedTwoOrganizations();
  const scope = organizationScope(acme);
  const reading = transaction(service.context.db, tx => query(tx, statement), { scope });
  await expect(reading).rejects.toThrow(/permission denied/);
});

test('the role is reset at the end of the transaction', async () => {
  const { acme } = await seedTwoOrganizations();
  const scope = organizationScope(acme);
  await transaction(service.context.db, tx => query(tx, names), { scope });
  expect(await query(service.context.db, secrets)).not.toEqual([]);
});
