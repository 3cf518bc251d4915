import { once } from 'node:events';
import { castOf } from '../../cast';
import { startTestApp, type TestApp } from '../../start-test-app';

let service: TestApp;
beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

/** A request of the service to itself for a report. */
const requestReport = (accountId: number, companyId: number, { signal } = new AbortController()) =>
  service.context.ownRequests.send(
    { accountId, companyId, facts: { title: '', filters: [], rows: 0 } },
    { method: 'GET', path: '/reporting/directory-contacts' },
    signal,
  );

async function statusOf(accountId: number, companyId: number) {
  const answer = await requestReport(accountId, companyId);
  answer.resume();
  await once(answer, 'end');
  return answer.statusCode;
}

test.each([
  ['is disabled', { disabledAt: new Date() }],
  ['has lost report access', { reportAccess: false }],
])('a report for an account that %s since its run was taken is refused', async (_, data) => {
  const { acme, account } = await castOf(service).ada();
  expect(await statusOf(account.id, acme.id)).toBe(200);
  await service.context.db.prisma.account.update({ where: { id: account.id }, data });
  expect(await statusOf(account.id, acme.id)).toBe(403);
});

test('a report for an account that has left the organization since its run was taken is refused', async () => {
  const { acme, account } = await castOf(service).ada();
  const { prisma } = service.context.db;
  await prisma.member.updateMany({ where: { accountId: account.id }, data: { hasAccess: false } });
  expect(await statusOf(account.id, acme.id)).toBe(403);
});

test('a report for an account that is gone is refused', async () => {
  const { acme } = await castOf(service).ada();
  expect(await statusOf(2_147_483_647, acme.id)).toBe(403);
});

test('a report is not requested for a caller that has left', async () => {
  const { acme, account } = await castOf(service).ada();
  const gone = new AbortController();
  gone.abort(new Error('gone'));
  await expect(requestReport(account.id, acme.id, gone)).rejects.toThrow('gone');
});
