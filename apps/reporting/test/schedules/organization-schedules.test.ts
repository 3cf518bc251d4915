import { apiKey, bearer, type Headers, xCompany } from '../cast';
import { expectProblem } from '../expect-problem';
import { SERVICE_KEY } from '../start-test-app';
import { type Scheduling, startScheduling } from './schedule-cast';

let scheduling: Scheduling;
beforeAll(async () => {
  scheduling = await startScheduling({ RATE_LIMIT_REPORTS: 'off', SERVICE_KEY });
});
afterAll(() => scheduling.close());

/** Acme with a schedule, and an operator who specifies it. */
async function acmeAndOperator() {
  const acme = await scheduling.acme();
  const id = await acme.add();
  const { secret } = await scheduling.cast.grace();
  const operator: Headers = [...bearer(secret), ...xCompany(acme.company.handle)];
  const call = (method: string, path = '', headers = operator) =>
    scheduling.cast.call(`/notification/schedules${path}`, headers, { method });
  return { acme, id, operator, call };
}

test('GET /notification/schedules lists all schedules in the organization, by name', async () => {
  const { acme, id, call } = await acmeAndOperator();
  const other = await scheduling.acme();
  await other.add();
  const first = await acme.add({ name: 'An earlier name', isPaused: true });
  const { body } = await call('GET');
  expect(body).toMatchObject({ total: 2, page: 1, pageSize: 25 });
  expect(body.items).toMatchObject([
    { id: first, isPaused: true },
    {
      id,
      name: 'Gaps of First Aid',
      isPaused: false,
      owner: { accountId: acme.account.uuid, name: 'Ada', email: acme.account.email },
    },
  ]);
  expect((await call('GET', '?page=2&pageSize=1')).body.items).toMatchObject([{ id }]);
  expect((await call('GET', '?page=9')).body).toMatchObject({ items: [], total: 2 });
});

test('an operator pauses and deletes a schedule of the organization', async () => {
  const { acme, id, call } = await acmeAndOperator();
  expect((await call('POST', `/${id}/pause`)).status).toBe(204);
  expect((await acme.call('GET', `/${id}`)).body).toMatchObject({
    isPaused: true,
    pauseReason: 'operator',
    nextRunAt: null,
  });
  expect((await call('DELETE', `/${id}`)).status).toBe(204);
  expect((await acme.call('GET')).body).toEqual([]);
  for (const [method, path] of [
    ['POST', `/${id}/pause`],
    ['DELETE', `/${id}`],
  ] as const) {
    expectProblem(await call(method, path), '404 Unknown schedule, unknown-schedule');
  }
});

test('the service key can access them if it specifies the organization; others cannot', async () => {
  const { acme, id, call } = await acmeAndOperator();
  const platform: Headers = [...apiKey(SERVICE_KEY), ...xCompany(acme.company.handle)];
  expect((await call('GET', '', platform)).body.items).toMatchObject([{ id }]);
  for (const [method, path] of [
    ['GET', ''],
    ['POST', `/${id}/pause`],
    ['DELETE', `/${id}`],
  ] as const) {
    expectProblem(
      await call(method, path, bearer(acme.secret)),
      '403 Operator required, operator-required',
    );
  }
});

test('a schedule of another organization is unknown', async () => {
  const { call } = await acmeAndOperator();
  const other = await scheduling.acme();
  const id = await other.add();
  expectProblem(await call('POST', `/${id}/pause`), '404 Unknown schedule, unknown-schedule');
  expectProblem(await call('DELETE', `/${id}`), '404 Unknown schedule, unknown-schedule');
});

test('saving, pausing and deleting are audited, with a summary', async () => {
  const { acme, id, operator, call } = await acmeAndOperator();
  await acme.call('PUT', `/${id}`, { ...acme.schedule, recipients: [acme.grace.uuid] });
  await call('POST', `/${id}/pause`);
  await call('DELETE', `/${id}`);
  const path = `/security/audit-events?account=${acme.account.uuid}`;
  const { body } = await scheduling.cast.call(path, operator);
  const summaries = body.items.map(({ summary }: { summary: string }) => summary);
  expect(summaries.filter((text: string) => text.includes('chedule'))).toEqual([
    'Grace deleted the schedule "Gaps of First Aid" in acme',
    'Grace paused the schedule "Gaps of First Aid" in acme',
    'Ada scheduled "Gaps of First Aid" (recipients: 1) in acme',
    'Ada scheduled "Gaps of First Aid" (recipients: 2) in acme',
  ]);
});

test('a change to another organization is audited with its route', async () => {
  const { acme, id, call } = await acmeAndOperator();
  await call('POST', `/${id}/pause`);
  const { prisma } = scheduling.service.context.db;
  const events = await prisma.auditEvent.findMany({
    where: { companyId: acme.company.id, kind: 'organization-read' },
  });
  expect(events).toMatchObject([
    { detail: { method: 'POST', route: '/notification/schedules/{id}/pause' } },
  ]);
});
