import { type Database, query, readStatements, type Transaction, transaction } from '@platform/db';
import { type Log, Problem } from '@platform/http';
import type { Job } from '@platform/jobs';
import { linkAddress } from '../main/config';
import type { Context } from '../main/context';
import type { NewMail } from '../outbox/post-mails';
import { claimSchedules } from './claim-schedules';
import { consolePage, showsAll } from './console-page';
import type { AboutRun } from './schedule-mails';
import { type Reader, type ReportRequest, readReport } from './scheduled-reports';
import { type LeftOutReason, RunOutcome, WhenEmpty } from './schedules.dto';

const sql = readStatements(__dirname, 'run-schedules.sql');

export type RunService = Pick<
  Context,
  'config' | 'clock' | 'db' | 'reports' | 'slots' | 'countReportRows' | 'postMails' | 'countRuns'
>;

interface Run extends Reader, ReportRequest {
  readonly id: number;
  readonly attempts: number;
  /** Fencing token of this attempt. */
  readonly takenUntil: Date;
  readonly scheduleId: string;
  readonly name: string;
  readonly whenEmpty: WhenEmpty;
  readonly isOwnerAllowed: boolean;
  readonly recipients: readonly Recipient[];
}

interface Recipient {
  readonly memberId: string;
  /** Null where the member does not exist any more. */
  readonly accountId: number | null;
  /** Null where it is sent to. */
  readonly reason: LeftOutReason | null;
}

/** What a run ends with. */
interface End {
  readonly outcome: RunOutcome;
  readonly rows?: number;
  readonly error?: string;
  readonly isPaused?: boolean;
  readonly about?: AboutRun;
  readonly file?: Buffer | null;
}

/** Milliseconds after which the job of the next minute goes on. */
const MAX_DURATION = 300_000;
const MAX_ATTEMPTS = 5;

/** The codes of a service that has too much to do now. */
const TEMPORARY = ['busy', 'rate-limited', 'database-unavailable', 'internal'];

const takeRun = sql<Run>('take-run');
const finishRun = sql('finish-run');
const postponeRun = sql('postpone-run');
const dropFiles = sql<{ dropped: number }>('drop-files');

/** Runs what is due, and what somebody asks for; once over all replicas. */
export function runSchedulesJob(service: RunService): Job {
  return {
    name: 'run-schedules',
    timeout: 1_200,
    retries: 0,
    async run({ db, log, signal }) {
      const claimed = await claimSchedules(db, service.clock(), log);
      const ran = await runAll(service, db, log, signal);
      const [files] = await query(db, dropFiles);
      return { claimed, ran, dropped: files?.dropped };
    },
  };
}

async function runAll(
  service: RunService,
  db: Database,
  log: Log,
  signal: AbortSignal,
): Promise<number> {
  const start = performance.now();
  for (let ran = 0; ; ran++) {
    signal.throwIfAborted();
    const [run] = performance.now() - start > MAX_DURATION ? [] : await query(db, takeRun);
    if (!run) return ran;
    try {
      await endRun(service, db, run, await endOf(service, run, signal));
    } catch (error) {
      const isStopping = signal.aborted;
      if (!isStopping)
        log.error({ err: error, schedule: run.scheduleId }, 'a schedule did not run');
      if (!isStopping && run.attempts >= MAX_ATTEMPTS) await endRun(service, db, run, givenUp());
      else await query(db, postponeRun, { id: run.id, takenUntil: run.takenUntil, isStopping });
    }
  }
}

async function endRun(service: RunService, db: Database, run: Run, end: End): Promise<void> {
  const isFinished = await transaction(db, tx => finish(service, tx, run, end));
  if (isFinished) service.countRuns({ outcome: end.outcome });
}

/** @throws Error for what may succeed later */
async function endOf(service: RunService, run: Run, signal: AbortSignal): Promise<End> {
  if (!run.isOwnerAllowed) return lostAccess();
  // The process of the last attempt died.
  if (run.attempts > MAX_ATTEMPTS) return givenUp();
  if (!run.recipients.some(({ reason }) => reason === null)) {
    return failed('None of the recipients may get the report.');
  }
  try {
    return await makeFile(service, run, signal);
  } catch (error) {
    if (!(error instanceof Problem) || TEMPORARY.includes(error.code)) throw error;
    return failed(error.detail);
  }
}

async function makeFile(service: RunService, run: Run, signal: AbortSignal): Promise<End> {
  const { config } = service;
  const at = service.clock();
  const { content, name, ...facts } = await readReport(service, run, run, signal);
  const { rows } = facts;
  if (rows === 0 && run.whenEmpty === WhenEmpty.Skip) return { outcome: RunOutcome.Skipped, rows };
  const page = consolePage(linkAddress(config), { ...run, handle: run.organization.handle }, at);
  const isPageWider = !showsAll(run);
  const departments = run.organization.shownDepartments?.length ?? null;
  const about = { ...facts, page, isPageWider, fileName: name, departments };
  return { outcome: RunOutcome.Sent, rows, about, file: content };
}

function failed(error: string): End {
  return { outcome: RunOutcome.Failed, error };
}

function givenUp(): End {
  return failed('The report could not be made in five attempts.');
}

function lostAccess(): End {
  const error = 'The owner has no report access to this organization any more.';
  return { outcome: RunOutcome.Failed, error, isPaused: true };
}

/** What was decided, and its mails, in one transaction; false where the run was taken again or has ended: nothing changes. */
async function finish(
  { postMails }: RunService,
  tx: Transaction,
  run: Run,
  end: End,
): Promise<boolean> {
  const { outcome, rows = null, error = null, isPaused = false, about = {}, file = null } = end;
  const leftOut = run.recipients.flatMap(({ memberId, reason }) =>
    reason === null ? [] : [{ memberId, reason }],
  );
  const reports = outcome === RunOutcome.Sent ? reportMails(run) : [];
  const [finished] = await query(tx, finishRun, {
    id: run.id,
    takenUntil: run.takenUntil,
    outcome,
    rows,
    error,
    isPaused,
    file,
    sentTo: reports.length,
    leftOut: JSON.stringify(leftOut),
    about: JSON.stringify(about),
  });
  const mails = isPaused ? [pausedMail(run)] : reports;
  if (finished && mails.length > 0) await postMails?.(tx, mails);
  return finished !== undefined;
}

function reportMails({ id, organization, recipients }: Run): NewMail[] {
  return recipients.flatMap(({ accountId, reason }) =>
    reason !== null || accountId === null
      ? []
      : [
          {
            kind: 'schedule',
            reason: `schedule run ${id} to ${accountId}`,
            accountId,
            companyId: organization.id,
            data: { runId: id },
          },
        ],
  );
}

function pausedMail({ id, organization, accountId, name }: Run): NewMail {
  const reason = `schedule run ${id} paused`;
  return {
    kind: 'schedule-paused',
    reason,
    accountId,
    companyId: organization.id,
    data: { name },
  };
}
