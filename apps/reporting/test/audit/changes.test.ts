import { sendRequest } from '@platform/http/testing';
import document from '../../openapi.json';
import type { AuditEventKind } from '../../src/audit/audit-events.dto';
import { createUnsubscribeUrl } from '../../src/mail/unsubscribe/unsubscribe';
import { bearer, castOf, type Headers, xCompany } from '../cast';
import { startTestApp, type TestApp } from '../start-test-app';

let service: TestApp;
let cast: ReturnType<typeof castOf>;
beforeAll(async () => {
  const mail = { SMTP_URL: 'file:///nowhere', MAIL_FROM: 'reporting@example.org' };
  service = await startTestApp({ ...mail, PUBLIC_URL: 'https://reports.example.org' });
  cast = castOf(service);
});
afterAll(() => service.close());

/** The event of each operation that changes something; null if it requires none. */
const EVENTS: Readonly<Record<string, AuditEventKind | null>> = {
  GetComplianceTrends: 'report-run',
  GetMatrix: 'report-run',
  SummarizeCompliance: 'report-run',
  ImportRecords: 'import-started',
  CancelImport: 'import-cancelled',
  UndoImport: 'import-started',
  // It stores nothing.
  PreviewList: null,
  PutSource: 'source-saved',
  DeleteSource: 'source-deleted',
  Unsubscribe: 'unsubscribed',
  AddSchedule: 'schedule-saved',
  ReplaceSchedule: 'schedule-saved',
  DeleteSchedule: 'schedule-deleted',
  RunSchedule: 'schedule-run',
  PauseSchedule: 'schedule-paused',
  DeleteOrganizationSchedule: 'schedule-deleted',
  AllowRecipient: 'recipient-allowed',
  RevokeRecipient: 'recipient-revoked',
  ChangeReminders: 'reminders-changed',
  // It only sends an email to the caller.
  SendTestMail: null,
  RetryDelivery: 'mail-retried',
  SignIn: 'sign-in',
  SignOut: 'sign-out',
  ChangePassword: 'password-set',
  RequestPasswordReset: 'password-reset-requested',
  ConfirmPasswordReset: 'password-set',
  CreatePasswordLink: 'password-link-created',
  GeneratePersonalSecret: 'secret-generated',
  RevokePersonalSecret: 'secret-revoked',
  GenerateClientSecret: 'secret-generated',
  RevokeClientSecret: 'secret-revoked',
  RevokeSecret: 'secret-revoked',
  RevokeAccountClientSecrets: 'secret-revoked',
  RevokeAccountClientSecret: 'secret-revoked',
  EraseAccount: 'account-erased',
  PutMembership: 'membership-created',
  DeleteMembership: 'membership-deleted',
  LeaveOrganization: 'member-left',
  ReturnToOrganization: 'organization-access-changed',
  CreateAccount: 'account-created',
  InviteMembers: 'members-invited',
  CreateServiceAccount: 'service-account-created',
  ChangeServiceAccount: 'service-account-updated',
  DeleteServiceAccount: 'service-account-deleted',
  IssueServiceSecret: 'secret-generated',
  RevokeServiceSecret: 'secret-revoked',
  RevokeServiceSecrets: 'secret-revoked',
  UpdateAccount: 'account-updated',
  UpdateOrganization: 'organization-updated',
  ChangeLanguage: 'account-updated',
  ChangeGrants: 'grants-changed',
  RecordTicket: 'ticket-recorded',
  CorrectTicket: 'ticket-corrected',
  WithdrawTicket: 'ticket-withdrawn',
  RecordStanding: 'standing-recorded',
  WithdrawStanding: 'standing-withdrawn',
};

test('every operation that changes something has an event kind', () => {
  const changing = Object.values(document.paths).flatMap(operations =>
    Object.entries(operations as Record<string, { operationId: string }>)
      .filter(([method]) => ['post', 'put', 'patch', 'delete'].includes(method))
      .map(([, { operationId }]) => operationId)
      // The same handlers under a different path.
      .filter(operationId => !operationId.endsWith('OfRecords')),
  );
  expect(Object.keys(EVENTS).toSorted()).toEqual(changing.toSorted());
});

/** Returns the events with an account as actor or subject that a successful call causes. */
async function eventsOf(call: () => Promise<{ status: number }>) {
  const { prisma } = service.context.db;
  const last = await prisma.auditEvent.findFirst({ orderBy: { id: 'desc' } });
  expect([200, 202, 204]).toContain((await call()).status);
  const events = await prisma.auditEvent.findMany({
    where: { id: { gt: last?.id ?? 0 } },
    orderBy: { id: 'asc' },
  });
  return events.map(({ kind, actor, detail }) => ({ kind, actor, detail }));
}

test('imports, reminders, emails, schedule runs and subscriptions are audited with their actor', async () => {
  const { account: operator, secret: operatorSecret } = await cast.grace();
  const { account, secret, acme } = await cast.ada();
  const { prisma } = service.context.db;
  const as: Headers = [...bearer(operatorSecret), ...xCompany(acme.handle)];
  const post = (path: string, headers: Headers, method = 'POST', body?: unknown) =>
    cast.call(path, headers, { method, ...(body !== undefined && { body }) });

  const reminders = '/notification/reminders';
  const { body: settings } = await cast.call(reminders, as);
  const at = async (hour: string) =>
    (await eventsOf(() => post(reminders, as, 'PUT', { ...settings, at: hour }))).filter(
      ({ kind }) => kind === 'reminders-changed',
    );
  await at('08:00');
  expect(await at('09:00')).toMatchObject([
    { actor: operator.email, detail: { before: { at: '08:00' }, after: { at: '09:00' } } },
  ]);

  const send = () =>
    sendRequest(`${service.url}/sync/imports?file=tickets&dryRun=true`, {
      method: 'POST',
      body: 'id\n',
      headers: [...bearer(operatorSecret), ['Content-Type', 'text/csv']],
    });
  const started = await eventsOf(send);
  expect(started).toMatchObject([
    { kind: 'import-started', actor: operator.email, detail: { dryRun: true } },
  ]);
  const waiting = await prisma.importRun.create({
    data: { name: 'x', source: 'command', status: 'waiting', startedBy: 'x' },
  });
  expect(
    await eventsOf(() => post(`/sync/imports/${waiting.uuid}`, bearer(operatorSecret), 'DELETE')),
  ).toEqual([{ kind: 'import-cancelled', actor: operator.email, detail: { id: waiting.uuid } }]);

  const failed = await prisma.mail.create({
    data: {
      ...{ accountId: account.id, companyId: acme.id, kind: 'test', reason: `failed ${acme.id}` },
      ...{ outcome: 'failed', finishedAt: new Date() },
    },
  });
  const retry = `/notification/deliveries/${failed.uuid}/retry`;
  expect(await eventsOf(() => post(retry, as))).toContainEqual({
    kind: 'mail-retried',
    actor: operator.email,
    detail: { id: failed.uuid, mail: 'test' },
  });

  const member = await prisma.member.findFirstOrThrow({ where: { accountId: account.id } });
  const schedule = await prisma.reportSchedule.create({
    data: {
      ...{ companyId: acme.id, accountId: account.id, name: 'Weekly', report: 'expirations' },
      ...{ parameters: {}, format: 'csv', recurrence: {}, whenEmpty: 'send' },
      recipients: [member.uuid],
    },
  });
  expect(
    await eventsOf(() => post(`/reporting/schedules/${schedule.uuid}/run`, bearer(secret))),
  ).toEqual([
    { kind: 'schedule-run', actor: account.email, detail: { id: schedule.uuid, name: 'Weekly' } },
  ]);

  const link = createUnsubscribeUrl(
    '',
    service.context.sessionSecrets[0],
  )({
    ...{ topic: 'schedule', accountUuid: account.uuid, targetUuid: schedule.uuid },
  });
  const unsubscribe = () =>
    sendRequest(service.url + link, {
      method: 'POST',
      body: 'List-Unsubscribe=One-Click',
      headers: [['Content-Type', 'application/x-www-form-urlencoded']],
    });
  expect(await eventsOf(unsubscribe)).toEqual([
    { kind: 'unsubscribed', actor: account.email, detail: { topic: 'schedule' } },
  ]);
  // Recorded once, because the link can be opened again.
  expect(await eventsOf(unsubscribe)).toEqual([]);
});
