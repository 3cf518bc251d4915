import { createLog } from '@platform/http';
import { type MailerOptions, sendMailsJob } from '../../src/mail/send-mails';
import { createMailTransport } from '../../src/mail/transport';
import { createUnsubscribeUrl } from '../../src/mail/unsubscribe/unsubscribe';
import { runSchedulesJob } from '../../src/schedules/run-schedules';
import { composePaused, composeScheduledReport } from '../../src/schedules/schedule-mails';
import { bearer, castOf } from '../cast';
import { type SmtpOptions, startSmtpServer } from '../mail/smtp';
import { startTestApp } from '../start-test-app';

const log = createLog({ service: 'test', level: 'silent' });
const FROM = 'Reporting <reporting@example.org>';
export const PUBLIC_URL = 'https://reports.example.org';

/** A Monday, an hour before the schedules of the tests are due. */
export const MONDAY = new Date('2026-11-23T05:00:00.000Z');

/** A service with a mail server, whose clock and jobs the test controls. */
export async function startScheduling(env: Record<string, string> = {}, options: SmtpOptions = {}) {
  const smtp = await startSmtpServer(options);
  let now = MONDAY;
  const service = await startTestApp(
    { SMTP_URL: smtp.url, MAIL_FROM: FROM, PUBLIC_URL, ...env },
    { clock: () => now },
  );
  const { context } = service;
  const cast = castOf(service);
  const work = (signal = new AbortController().signal) => ({
    ...{ data: {}, db: context.db, log, signal },
    enqueue: () => Promise.resolve(),
  });

  /** Ada with a secret, and Grace, in an organization with gaps in First Aid. */
  async function acme() {
    const { acme: company, account, secret } = await cast.ada({ personType: 'Operator' });
    const { prisma } = context.db;
    const ada = await prisma.member.findFirstOrThrow({ where: { accountId: account.id } });
    const grace = await company.member('Grace', { reportAccess: true, personType: 'Operator' });
    const firstAid = await company.achievement('First Aid');
    const schedule = {
      name: 'Gaps of First Aid',
      report: 'achievement-gaps',
      parameters: { achievementId: firstAid.uuid },
      format: 'csv',
      recurrence: { every: 'week', on: 1, at: '07:00', timeZone: 'Europe/Berlin' },
      recipients: [ada.uuid, grace.uuid],
    };
    const call = (method: string, path = '', body?: unknown) =>
      cast.call(`/reporting/schedules${path}`, bearer(secret), {
        method,
        ...(body !== undefined && { body }),
      });
    const add = async (change: object = {}): Promise<string> => {
      const { status, body } = await call('POST', '', { ...schedule, ...change });
      if (status !== 201) throw new Error(JSON.stringify(body));
      return body.id;
    };
    return { company, account, secret, ada, grace, firstAid, schedule, call, add };
  }

  return {
    ...{ service, smtp, cast, acme },
    setTime: (time: string) => void (now = new Date(time)),
    /** Runs due schedules, like the job does each minute. */
    run: (signal?: AbortSignal) => runSchedulesJob(context).run(work(signal)),
    /** Sends waiting emails. */
    async send(others: MailerOptions['compose'] = {}) {
      const transport = createMailTransport({ url: smtp.url, from: FROM, connections: 3 });
      const unsubscribeUrl = createUnsubscribeUrl(PUBLIC_URL, context.sessionSecrets[0]);
      const compose = {
        schedule: composeScheduledReport(unsubscribeUrl),
        'schedule-paused': composePaused,
        ...others,
      };
      try {
        await sendMailsJob({ transport, compose, count: () => undefined }).run(work());
      } finally {
        transport.close();
      }
    },
    async close() {
      try {
        await service.close();
      } finally {
        await smtp.close();
      }
    },
  };
}

export type Scheduling = Awaited<ReturnType<typeof startScheduling>>;
