import { startTestApp, type TestApp } from '../../start-test-app';
import { acmeWithAda, counts, summarize } from './summarize';

const now = new Date('2026-11-21T10:00:00.000Z');
const CERTIFICATES = 1;
const ORIENTATIONS = 11;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({}, { clock: () => now });
});
afterAll(() => app.close());

test('achievements are counted by type, equally in every department of the member', async () => {
  const { acme, drilling, ada } = await acmeWithAda(app);
  const office = await acme.department('Office');
  await acme.affiliate(ada, office);
  await acme.ticket(ada, await acme.achievement('H2S'), 'Valid');
  await acme.ticket(ada, await acme.achievement('First Aid'), 'Pending');
  await acme.ticket(ada, await acme.achievement('Crane'), 'Submitted');
  await acme.ticket(ada, await acme.achievement('Rigging'), 'Expired');
  const welcome = await acme.achievement('Welcome', { measurement: ORIENTATIONS });
  await acme.ticket(ada, welcome, 'Valid');
  const rows = await summarize(app, acme, {
    departments: [drilling.uuid, office.uuid],
    measurements: [CERTIFICATES, ORIENTATIONS],
  });
  const certificates = { required: 4, satisfied: 1, expired: 1, notCompleted: 1, submitted: 1 };
  const orientations = { required: 1, satisfied: 1 };
  expect(rows.map(row => [row.departmentName, counts(row)])).toEqual([
    ['Drilling', certificates],
    ['Drilling', orientations],
    ['Office', certificates],
    ['Office', orientations],
  ]);
});

test.each([
  ['2026-11-21T10:00:00.000Z', 'expired'],
  ['2026-11-21T10:00:00.001Z', 'satisfied'],
  [null, 'satisfied'],
])('an achievement valid until %s is %s', async (expiresAt, name) => {
  const { acme, drilling, ada } = await acmeWithAda(app);
  await acme.ticket(ada, await acme.achievement('H2S'), 'Valid', { expiresAt });
  const [row] = await summarize(app, acme, {
    departments: [drilling.uuid],
    measurements: [CERTIFICATES],
  });
  expect(counts(row)).toEqual({ required: 1, [name]: 1 });
});

test.each([
  ['Expired,Pending,Submitted,Valid', 'satisfied'],
  ['Expired,Pending,Submitted', 'submitted'],
  ['Expired,Pending', 'notCompleted'],
  ['Expired,Expired', 'expired'],
])('an achievement with the tickets %s counts once, as %s', async (statuses, name) => {
  const { acme, drilling, ada } = await acmeWithAda(app);
  const h2s = await acme.achievement('H2S');
  for (const status of statuses.split(','))
    await acme.ticket(ada, h2s, status as 'Expired' | 'Pending' | 'Submitted' | 'Valid');
  const [row] = await summarize(app, acme, {
    departments: [drilling.uuid],
    measurements: [CERTIFICATES],
  });
  expect(counts(row)).toEqual({ required: 1, [name]: 1 });
});

test('a valid ticket that is not required satisfies nothing', async () => {
  const { acme, drilling, ada } = await acmeWithAda(app);
  const [h2s, crane] = [await acme.achievement('H2S'), await acme.achievement('Crane')];
  await acme.ticket(ada, h2s, 'Valid', { isRequired: false });
  await acme.ticket(ada, crane, 'Valid', { isRequired: false });
  await acme.ticket(ada, crane, 'Pending');
  const [row] = await summarize(app, acme, {
    departments: [drilling.uuid],
    measurements: [CERTIFICATES],
  });
  expect(counts(row)).toEqual({ required: 1, notCompleted: 1 });
});
