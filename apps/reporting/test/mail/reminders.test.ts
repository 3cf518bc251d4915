import type { ReminderPreview } from '../../src/reminders/reminders.dto';
import { bearer, castOf, type Headers, xCompany } from '../cast';
import { expectProblem } from '../expect-problem';
import { startTestApp, type TestApp } from '../start-test-app';

/** A Monday. */
const now = new Date('2026-11-23T05:00:00.000Z');

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp(
    {
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'a@example.org',
      PUBLIC_URL: 'https://example.org',
    },
    { clock: () => now },
  );
});
afterAll(() => app.close());

const SETTINGS = {
  isEnabled: true,
  daysBefore: [60, 30, 7],
  afterExpiry: 7,
  requiredOnly: true,
  toMember: true,
  toDepartments: ['Administration'],
  at: '07:00',
  timeZone: 'Europe/Berlin',
  weekdays: [1, 2, 3, 4, 5],
};

/** An operator, and an organization with Ada, who is a foreman, and Bob in her department. */
async function organization() {
  const { call, grace } = castOf(app);
  const { secret } = await grace();
  const acme = await app.seed.company('acme');
  const yard = await acme.department('Yard');
  const ada = await acme.member('Ada', { reportAccess: true });
  await acme.affiliate(ada, yard, 'Administration');
  const bob = await acme.member('Bob');
  await acme.affiliate(bob, yard, 'Department');
  const headers: Headers = [...bearer(secret), ...xCompany(acme.handle)];
  const put = (settings: object) =>
    call('/notification/reminders', headers, { method: 'PUT', body: settings });
  const preview = async (date = ''): Promise<ReminderPreview> =>
    (await call(`/notification/preview${date && `?date=${date}`}`, headers)).body;
  return { acme, yard, ada, bob, headers, call, put, preview };
}

const inDays = (days: number) =>
  new Date(Date.parse('2026-11-23T06:00:00.000Z') + days * 86_400_000).toISOString();

test('reminders are off until an operator turns them on', async () => {
  const { acme, headers, call, put } = await organization();
  const before = await call('/notification/reminders', headers);
  expect(before.body).toEqual({ ...SETTINGS, isEnabled: false, timeZone: 'UTC' });
  const changed = await put({ ...SETTINGS, timeZone: 'europe/berlin' });
  expect([changed.status, changed.body]).toEqual([200, SETTINGS]);
  expect((await call('/notification/reminders', headers)).body).toEqual(SETTINGS);
  const stored = () =>
    app.context.db.prisma.reminderSettings.findUnique({ where: { companyId: acme.id } });
  expect((await stored())!.nextAt).toEqual(new Date('2026-11-23T06:00:00.000Z'));
  await put({ ...SETTINGS, isEnabled: false });
  expect((await stored())!.nextAt).toBeNull();
});

test.each([
  [{ daysBefore: [] }, 'daysBefore'],
  [{ daysBefore: [0] }, 'daysBefore[0]'],
  [{ daysBefore: [7, 7] }, 'daysBefore'],
  [{ daysBefore: [1.5] }, 'daysBefore[0]'],
  [{ daysBefore: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] }, 'daysBefore'],
  [{ afterExpiry: 367 }, 'afterExpiry'],
  [{ afterExpiry: undefined }, 'afterExpiry'],
  [{ requiredOnly: 'yes' }, 'requiredOnly'],
  [{ toDepartments: ['Boss'] }, 'toDepartments[0]'],
  [{ toMember: false, toDepartments: [] }, 'toMember'],
  [{ at: '24:00' }, 'at'],
  [{ timeZone: 'Mars/Olympus' }, 'timeZone'],
  [{ timeZone: '+02:00' }, 'timeZone'],
  [{ weekdays: [] }, 'weekdays'],
  [{ weekdays: [8] }, 'weekdays[0]'],
  [{ nextAt: null }, 'nextAt'],
])(
  'PUT /notification/reminders with %j is 400 naming %s, and changes nothing',
  async (fault, field) => {
    const { headers, call, put } = await organization();
    const response = await put({ ...SETTINGS, ...fault });
    expectProblem(response, '400 Invalid request, invalid-request');
    expect(response.body.errors.map((error: { field: string }) => error.field)).toContain(field);
    expect((await call('/notification/reminders', headers)).body.isEnabled).toBe(false);
  },
);

test.each(['daysBefore', 'weekdays'])(
  'duplicate days in %s are rejected with one sentence',
  async field => {
    const { put } = await organization();
    const { body } = await put({ ...SETTINGS, [field]: [7, 7] });
    expect(body.detail).toBe(`${field} must not contain duplicates.`);
  },
);

test('a change of settings does not lose due reminders', async () => {
  const { acme, put } = await organization();
  await put(SETTINGS);
  const { prisma } = app.context.db;
  const where = { companyId: acme.id };
  const due = new Date(now.getTime() - 60_000);
  await prisma.reminderSettings.update({ where, data: { nextAt: due } });
  expect((await put({ ...SETTINGS, requiredOnly: false })).status).toBe(200);
  expect((await prisma.reminderSettings.findUniqueOrThrow({ where })).nextAt).toEqual(due);
});

test('reminder settings are only for operators', async () => {
  const { call, ada } = castOf(app);
  const { secret } = await ada();
  for (const [method, path] of [
    ['GET', '/notification/reminders'],
    ['PUT', '/notification/reminders'],
    ['GET', '/notification/preview'],
  ] as const) {
    const body = method === 'PUT' ? { body: SETTINGS } : {};
    const response = await call(path, bearer(secret), { method, ...body });
    expectProblem(response, '403 Operator required, operator-required');
  }
});

test('turning reminders on is 409 without a mail server', async () => {
  const service = await startTestApp();
  const { call, grace } = castOf(service);
  const { secret } = await grace();
  const put = (isEnabled: boolean) =>
    call('/notification/reminders', bearer(secret), {
      method: 'PUT',
      body: { ...SETTINGS, isEnabled },
    });
  expectProblem(await put(true), '409 Mail not configured, mail-not-configured');
  expect((await put(false)).status).toBe(200);
  await service.close();
});

test('GET /notification/preview returns the emails of a day even if reminders are off', async () => {
  const { acme, ada, bob, put, preview } = await organization();
  await put({ ...SETTINGS, isEnabled: false });
  const h2s = await acme.achievement('H2S Alive');
  await acme.ticket(bob, h2s, 'Valid', { expiresAt: inDays(29.5) });
  const entry = {
    kind: 'achievement',
    itemId: h2s.uuid,
    itemName: 'H2S Alive',
    memberName: 'Bob',
    expiresAt: inDays(29.5).replace('Z', '+00:00'),
    daysLeft: 29,
  };
  expect(await preview()).toEqual({
    date: '2026-11-23',
    items: [
      { to: 'member', memberId: bob.uuid, email: bob.account.email, entries: [entry] },
      { to: 'department', memberId: ada.uuid, email: ada.account.email, entries: [entry] },
    ],
  });
  expect((await preview('2026-11-29')).items).toEqual([]);
  // Expired less than a week ago.
  expect((await preview('2026-12-24')).items).toEqual([]);
  const after = await preview('2026-12-30');
  expect(after.items[0]!.entries).toMatchObject([{ itemName: 'H2S Alive', daysLeft: -8 }]);
});

test.each(['2026-02-30', '23.11.2026', '0000-01-01'])(
  'GET /notification/preview of %s is 400',
  async date => {
    const { headers, call } = await organization();
    const response = await call(`/notification/preview?date=${date}`, headers);
    expectProblem(response, '400 Invalid request, invalid-request');
    expect(response.body.errors).toMatchObject([{ field: 'date' }]);
  },
);

test.each(['0999-12-31', '3000-01-01', '9999-12-31'])(
  'GET /notification/preview of %s is 400 with the first and the last day',
  async date => {
    const { headers, call } = await organization();
    const response = await call(`/notification/preview?date=${date}`, headers);
    const message = 'must be a date from 1000-01-01 to 2999-12-31, such as 2026-11-23';
    expect(response.body.errors).toEqual([{ field: 'date', message }]);
  },
);
