import { importRecords } from '../../src/import/import-records';
import { apiKey, castOf, xCompany } from '../cast';
import { SERVICE_KEY, startTestApp, type TestApp } from '../start-test-app';
import { exampleFolder, MEASUREMENTS, sourcesOf } from './test-folder';

const MEASUREMENTS_PATH = '/reporting/compliance-summaries/measurements';
const [HEADER, FIRST] = MEASUREMENTS.split('\r\n');
let service: TestApp;
let call: ReturnType<typeof castOf>['call'];
beforeEach(async () => {
  service = await startTestApp({ SERVICE_KEY });
  ({ call } = castOf(service));
  await load({ ...exampleFolder(), 'measurements.csv': MEASUREMENTS });
});
afterEach(() => service.close());

const load = (folder: Parameters<typeof sourcesOf>[0], options: object = {}) =>
  importRecords(service.context.db, sourcesOf(folder), { source: 'example', ...options });
const read = (path: string, handle = 'acme', request: object = {}) =>
  call(path, [...apiKey(SERVICE_KEY), ...xCompany(handle)], request);
const namesOf = async (handle: string) =>
  ((await read(MEASUREMENTS_PATH, handle)).body as { name: string }[]).map(({ name }) => name);

test('an organization has its own names for measurements, and others keep the default names', async () => {
  const [own, others] = [await namesOf('acme'), await namesOf('globex')];
  expect(own.slice(0, 3)).toEqual([
    'Tickets to work',
    'Additional Compliance Requirements',
    'Core skills',
  ]);
  expect(others[0]).toBe('Time-Sensitive Safety Certificates');
  const { body } = await call(MEASUREMENTS_PATH, apiKey(SERVICE_KEY));
  expect(body[0]).toEqual({ key: 1, name: 'Time-Sensitive Safety Certificates' });
});

test.each([
  ['compliance-overview', (body: any) => body.rows.map((row: any) => row.measurement.name)],
  [
    'achievement-gaps/achievements',
    (body: any) => body.items.map((row: any) => row.achievementType),
  ],
])('%s uses the organization’s names for measurements', async (report, names) => {
  const { body } = await read(`/reporting/${report}`);
  expect(names(body)).toContain('Tickets to work');
  expect(names(body)).not.toContain('Time-Sensitive Safety Certificates');
});

test('the matrix uses the organization’s names for measurements', async () => {
  const { body: contacts } = await read('/reporting/directory-contacts');
  const body = { departments: contacts.departments.map(({ id }: { id: string }) => id) };
  const { body: matrix } = await read('/reporting/matrix', 'acme', { method: 'POST', body });
  const names = matrix.columns.map((column: any) => column.measurement.name);
  expect(names).toContain('Core skills');
  expect(names).not.toContain('Critical Competencies');
});

test('a measurement without a row has its default name again', async () => {
  const folder = {
    ...exampleFolder(),
    'measurements.csv': `${HEADER}\r\n${FIRST}\r\n`,
  };
  expect(await load(folder, { replace: true })).toMatchObject({ deleted: 1, inserted: 0 });
  expect((await namesOf('acme')).slice(0, 3)).toEqual([
    'Tickets to work',
    'Additional Compliance Requirements',
    'Critical Competencies',
  ]);
});

test('importing equal names changes nothing; a different name updates its row', async () => {
  const folder = { 'measurements.csv': MEASUREMENTS };
  expect(await load(folder)).toMatchObject({ unchanged: 2, updated: 0 });
  const renamed = { 'measurements.csv': MEASUREMENTS.replace('Core skills', 'Skills') };
  expect(await load(renamed)).toMatchObject({ unchanged: 1, updated: 1 });
});

test('a name in an organization that the import excludes is refused', async () => {
  const folder = { 'measurements.csv': MEASUREMENTS.replace('Core skills', 'Skills') };
  await expect(load(folder, { companies: ['globex'] })).rejects.toThrow();
  expect(await namesOf('acme')).toContain('Core skills');
});
