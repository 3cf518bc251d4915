import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { SharedRedis } from '@platform/auth';
import { OpenIdProvider } from '@platform/auth/openid';
import { hashSecret } from '@platform/auth/secret';
import { createDatabase, createHealthCheck, pendingMigrations } from '@platform/db';
import { createLog, createMetrics, type Log, type Metrics } from '@platform/http';
import { JobQueue } from '@platform/jobs';
import type { ServiceContext } from '@platform/service';
import { version } from '../../package.json';
import { createLimits } from '../identity/limits';
import { ImportQueue } from '../import/uploads/import-queue';
import { composePasswordMails } from '../mail/password-mails';
import { MAILS_AT_ONCE, type MailerOptions } from '../mail/send-mails';
import { composeTestMail } from '../mail/test-mail';
import { createMailTransport } from '../mail/transport';
import { createUnsubscribeUrl } from '../mail/unsubscribe/unsubscribe';
import { createMailQueue } from '../mail-queue/enqueue-mails';
import { composeReminders } from '../reminders/reminder-mail';
import { ReportServers } from '../reports/report-servers';
import { composePaused, composeScheduledReport } from '../schedules/schedule-mails';
import { createJobs } from './background-jobs';
import { type Config, linkAddress } from './config';
import type { Context } from './context';
import { definitions } from './definitions';
import { createSlots, LISTS_AT_ONCE, type ServiceSlots } from './slots';

const STATEMENT_TIMEOUT_MS = 10_000;

const SERVICE = 'reporting';

/** Does not connect, so that the service can start without its database. */
export function createContext(
  config: Config,
  databaseUrl: string,
  { clock = () => new Date() }: { readonly clock?: (() => Date) | undefined } = {},
): Context & ServiceContext {
  const log = createLog({ service: SERVICE, level: config.logLevel });
  const metrics = createMetrics(SERVICE, version);
  const { db, reports } = createDatabases(config, databaseUrl, { log, metrics });
  const redis = config.redisUrl === null ? null : new SharedRedis(config.redisUrl, SERVICE, log);
  const health = createHealthCheck(databaseUrl, { definitions, log });
  metrics.value('healthy', 'What the last probe of the database found: 1 or 0', health.last);
  const jobs = new JobQueue({ databaseUrl, log, metrics });
  const imports = new ImportQueue(db, databaseUrl, log);
  const secrets = sessionSecrets(config);
  const mail = createMailer(config, secrets[0], metrics);
  let isDraining = false;

  const context: Context = {
    config,
    log,
    metrics,
    db,
    reports,
    countReportRows: metrics.counter('report_rows_total', 'Rows streamed by reports', 'report'),
    countRuns: metrics.counter('schedule_runs_total', 'Schedule runs', 'outcome'),
    slots: observedSlots(config, metrics),
    clock,
    serviceKeys: config.serviceKey.map(key => ({ hash: hashSecret(key) })),
    sessionSecrets: secrets,
    limits: createLimits(config, redis),
    identityProvider: createIdentityProvider(config, clock, log),
    imports,
    enqueueMails: mail && createMailQueue(jobs.wake),
    wake: jobs.wake,
    health: async () => ({ ...(await health.check()), isDraining }),
    pendingMigrations: () => pendingMigrations(databaseUrl, definitions),
  };
  return {
    ...context,
    startBackgroundJobs() {
      health.watch();
      jobs.start(createJobs(context, mail));
    },
    startDraining: () => void (isDraining = true),
    async close() {
      await imports.stop();
      const giveUp = setTimeout(() => mail?.transport.close(), config.shutdownGrace);
      await jobs.stop();
      clearTimeout(giveUp);
      mail?.transport.close();
      redis?.client.disconnect();
      await Promise.all([db.close(), reports.close(), health.close()]);
    },
  };
}

function createMailer(config: Config, secret: string, metrics: Metrics): MailerOptions | null {
  const { smtpUrl, mailFrom } = config;
  if (smtpUrl === null || mailFrom === null) return null;
  const address = linkAddress(config);
  const unsubscribeUrl = createUnsubscribeUrl(address, secret);
  return {
    transport: createMailTransport({ url: smtpUrl, from: mailFrom, connections: MAILS_AT_ONCE }),
    compose: {
      test: composeTestMail,
      schedule: composeScheduledReport(unsubscribeUrl),
      'schedule-paused': composePaused,
      ...composePasswordMails({ address, issuer: config.oidcIssuer }),
      ...composeReminders({ address, unsubscribeUrl }),
    },
    count: metrics.counter('mails_total', 'Emails by kind and outcome', 'kind', 'outcome'),
  };
}

/** Reports use separate pools. */
function createDatabases(
  config: Config,
  databaseUrl: string,
  { log, metrics }: Pick<Context, 'log' | 'metrics'>,
): Pick<Context, 'db' | 'reports'> {
  const db = createDatabase({
    url: databaseUrl,
    poolSize: config.databasePoolSize,
    statementTimeout: Math.min(config.statementTimeout, STATEMENT_TIMEOUT_MS),
    applicationName: SERVICE,
    log,
  });
  metrics.gauge('database_connections', 'Pool connections by state', 'state', () => ({
    idle: db.pool.idleCount,
    busy: db.pool.totalCount - db.pool.idleCount,
    waited_for: db.pool.waitingCount,
  }));
  const reports = createReportServers(config, databaseUrl, log);
  const { databaseReplicaUrl: standby } = config;
  if (standby !== null) {
    const { host, pathname } = new URL(standby);
    const help = 'Whether the last report was read from the standby (1) or the primary (0)';
    metrics.gauge('standby_usable', help, 'standby', () => ({
      [host + pathname]: Number(reports.isStandbyUsable),
    }));
  }
  return { db, reports };
}

function createReportServers(config: Config, primaryUrl: string, log: Log): ReportServers {
  const open = (url: string) =>
    createDatabase({
      url,
      poolSize: config.reportConcurrency + LISTS_AT_ONCE,
      statementTimeout: config.statementTimeout,
      applicationName: `${SERVICE} reports`,
      log,
    });
  const { databaseReplicaUrl: standbyUrl } = config;
  return new ReportServers(open(primaryUrl), standbyUrl === null ? null : open(standbyUrl), log);
}

function observedSlots({ reportConcurrency }: Config, metrics: Metrics): ServiceSlots {
  const slots = createSlots({ reports: reportConcurrency, cores: availableParallelism() });
  metrics.gauge('slots_held', 'Slots in use for reports, lists and passwords', 'kind', () => ({
    reports: slots.reports.held,
    lists: slots.lists.held,
    passwords: slots.passwords.held,
  }));
  return slots;
}

/** Without a secret, as in demos, sessions end with the process. */
function sessionSecrets({ sessionSecret }: Config): [string, ...string[]] {
  const [first = randomBytes(32).toString('base64url'), ...others] = sessionSecret;
  return [first, ...others];
}

function createIdentityProvider(
  config: Config,
  clock: () => Date,
  log: Log,
): OpenIdProvider | null {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: clientSecret } = config;
  if (issuer === null || clientId === null) return null;
  if (config.oidcEmailVerified === 'trusted') {
    log.info(
      `OIDC_EMAIL_VERIFIED=trusted: users of ${issuer} sign in to the account with their e-mail address even if the ` +
        'provider does not confirm that it is verified. Ensure that only administrators can set e-mail addresses there.',
    );
  }
  return new OpenIdProvider({ issuer, clientId, clientSecret }, clock);
}
