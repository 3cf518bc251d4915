import { earlierQueueJob, type Job, type ScheduledJob } from '@platform/jobs';
import { writeToStandardOutput } from '@platform/service';
import { auditLogJob } from '../audit/audit-events';
import { renewCountsJob } from '../compliance/renew-counts';
import { allSnapshotsJob, organizationSnapshotJob } from '../compliance/snapshots/take-snapshot';
import { passwordResetsJob } from '../identity/sign-in/password-links';
import { lapseRightsJob } from '../identity/single-sign-on/provider-rights';
import { type MailerOptions, sendMailsJob } from '../mail/send-mails';
import { sendRemindersJob } from '../reminders/send-reminders';
import { runSchedulesJob } from '../schedules/run-schedules';
import type { Context } from './context';
import { purgeJob } from './purge';

const EVERY_MINUTE = '* * * * *';

/** All background jobs with their schedules (cron in UTC). */
export function createJobs(context: Context, mail: MailerOptions | null): ScheduledJob[] {
  const { config, enqueueMails } = context;
  const writeAudit = config.auditLog === 'stdout' ? writeToStandardOutput : null;
  const jobs = [
    at(EVERY_MINUTE, auditLogJob(writeAudit)),
    at('*/5 * * * *', lapseRightsJob(config.oidcIssuer)),
    at(EVERY_MINUTE, renewCountsJob),
    at('17 * * * *', purgeJob(config)),
    // By default on Sundays at two; enqueues the next job for each organization.
    at(config.snapshotSchedule, allSnapshotsJob),
    at(null, organizationSnapshotJob),
    ...(mail && enqueueMails
      ? [
          // Also woken immediately for urgent emails.
          at(EVERY_MINUTE, sendMailsJob(mail)),
          at(EVERY_MINUTE, sendRemindersJob),
          at(EVERY_MINUTE, runSchedulesJob(context)),
          at(EVERY_MINUTE, passwordResetsJob(enqueueMails)),
        ]
      : []),
  ];
  return [...jobs, earlierQueueJob(jobs.map(({ name }) => name))];
}

function at(schedule: string | null, job: Job): ScheduledJob {
  return { ...job, schedule };
}
