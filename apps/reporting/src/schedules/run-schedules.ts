import { type Database, execute, query, readStatements, transaction } from '@platform/db';
import { type Log, Problem } from '@platform/http';
import type { Job } from '@platform/jobs';
import type { NewMail } from '../mail-queue/enqueue-mails';
import { linkAddress } from '../main/config';
import type { Context } from '../main/context';
import { consolePage, showsAll } from './console-page';
import { nextTime } from './recurrence';
import type { AboutRun } from './schedule-mails';
import { type Reader, type ReportRequest, readReport } from './scheduled-reports';
import type { LeftOutReason, Recurrence, RunOutcome, WhenEmpty } from './schedules.dto';

const sql = readStatements(__dirname, 'run-schedules.sql');

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
  /** Null if the member no longer exists. */
  readonly accountId: number | null;
  /** Why the report cannot be sent to them; null if it can. */
  readonly reason: LeftOutReason | null;
}

interface RunResult {
  readonly outcome: RunOutcome;
  readonly rows?: number;
  readonly error?: string;
  readonly isPaused?: boolean;
  readonly about?: AboutRun;
  readonly file?: Buffer | null;
}

/** After this time, the next job continues. */
const MAX_DURATION_MS = 300_000;
const MAX_ATTEMPTS = 5;

/** Problems that may resolve themselves. */
const TEMPORARY = ['busy', 'rate-limited', 'database-unavailable', 'internal'];

const takeRun = sql<Run>('take-run');
const finishRun = sql<{ isPaused: boolean }>('finish-run');
const postponeRun = sql('postpone-run');
const dropFiles = sql('drop-files');

/** Runs due and requested schedules, once across all replicas. */
export function runSchedulesJob(service: Context): Job {
  service.countRuns({ outcome: 'failed' }, 0);
  return {
    name: 'run-schedules',
    timeout: 1_200,
    retries: 0,
    async run({ db, log, signal }) {
      const claimed = await claimSchedules(db, service.clock(), log);
      const ran = await runAll(service, db, log, signal);
      return { claimed, ran, dropped: await execute(db, dropFiles) };
    },
  };
}

interface DueSchedule {
  readonly id: number;
  readonly dueAt: Date;
  readonly recurrence: Recurrence;
}

const SLICE = 500;

const findDue = sql<DueSchedule>('find-due-schedules');
const claim = sql('claim-schedules');

/** Adds a run for each schedule that is due at a time, and advances it. Returns the number of runs. */
async function claimSchedules(db: Database, now: Date, log: Log): Promise<number> {
  for (let added = 0; ; ) {
    const due = await query(db, findDue, { now, limit: SLICE });
    const runs = await execute(db, claim, {
      ids: due.map(({ id }) => id),
      dueTimes: due.map(({ dueAt }) => dueAt),
      nextTimes: due.map(schedule => nextTimeOrNull(schedule, now, log)),
    });
    added += runs;
    // If a different replica has claimed a slice, it also claims the rest.
    if (due.length < SLICE || runs === 0) return added;
  }
}

/** Returns null, which pauses the schedule, if its time zone no longer exists. */
function nextTimeOrNull({ id, recurrence }: DueSchedule, now: Date, log: Log): Date | null {
  try {
    return nextTime(recurrence, now);
  } catch (error) {
    log.error({ err: error, schedule: id }, 'schedule has no next time');
    return null;
  }
}

async function runAll(
  service: Context,
  db: Database,
  log: Log,
  signal: AbortSignal,
): Promise<number> {
  const start = performance.now();
  for (let ran = 0; ; ran++) {
    signal.throwIfAborted();
    const [run] = performance.now() - start > MAX_DURATION_MS ? [] : await query(db, takeRun);
    if (!run) return ran;
    try {
      await endRun(service, db, run, await resultOf(service, run, signal));
    } catch (error) {
      const isStopping = signal.aborted;
      if (!isStopping) log.error({ err: error, schedule: run.scheduleId }, 'schedule failed');
      if (!isStopping && run.attempts >= MAX_ATTEMPTS) await endRun(service, db, run, GIVEN_UP);
      else await query(db, postponeRun, { id: run.id, takenUntil: run.takenUntil, isStopping });
    }
  }
}

/** @throws Error if a later attempt may succeed */
async function resultOf(service: Context, run: Run, signal: AbortSignal): Promise<RunResult> {
  if (!run.isOwnerAllowed) return LOST_ACCESS;
  // The process died during the last attempt.
  if (run.attempts > MAX_ATTEMPTS) return GIVEN_UP;
  if (!run.recipients.some(({ reason }) => reason === null)) {
    return failed('None of the recipients may receive the report.');
  }
  try {
    return await createFile(service, run, signal);
  } catch (error) {
    if (!(error instanceof Problem) || TEMPORARY.includes(error.code)) throw error;
    return failed(error.detail);
  }
}

async function createFile(service: Context, run: Run, signal: AbortSignal): Promise<RunResult> {
  const { config } = service;
  const at = service.clock();
  const { content, name, ...facts } = await readReport(service, run, run, signal);
  const { rows } = facts;
  if (rows === 0 && run.whenEmpty === 'skip') return { outcome: 'skipped', rows };
  const page = consolePage(linkAddress(config), { ...run, handle: run.organization.handle }, at);
  const isPageWider = !showsAll(run);
  const departments = run.organization.shownDepartments?.length ?? null;
  const about = { ...facts, page, isPageWider, fileName: name, departments };
  return { outcome: 'sent', rows, about, file: content };
}

function failed(error: string): RunResult {
  return { outcome: 'failed', error };
}

const GIVEN_UP = failed('The report failed after five attempts.');

const LOST_ACCESS: RunResult = {
  ...failed('The owner no longer has report access to this organization.'),
  isPaused: true,
};

/** Stores the result and its emails; changes nothing if the run was taken again or has finished. */
async function endRun(
  { enqueueMails, countRuns }: Context,
  db: Database,
  run: Run,
  result: RunResult,
): Promise<void> {
  const { outcome, rows = null, error = null, isPaused = false, about = {}, file = null } = result;
  const leftOut = run.recipients.flatMap(({ memberId, reason }) =>
    reason === null ? [] : [{ memberId, reason }],
  );
  const reports = outcome === 'sent' ? reportMails(run) : [];
  const finished = await transaction(db, async tx => {
    const [ended] = await query(tx, finishRun, {
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
    const mails = ended?.isPaused ? [pausedMail(run)] : reports;
    if (ended && mails.length > 0) await enqueueMails?.(tx, mails);
    return ended;
  });
  if (finished) countRuns({ outcome });
}

function reportMails({ id, organization, recipients }: Run): NewMail[] {
  const reached = recipients.filter(({ reason }) => reason === null);
  // An account may be both a member and an allowed recipient.
  return Array.from(new Set(reached.map(({ accountId }) => accountId!)), accountId => {
    const reason = `schedule run ${id} to ${accountId}`;
    return { kind: 'schedule', reason, accountId, companyId: organization.id, data: { runId: id } };
  });
}

function pausedMail({ id, organization, accountId, name }: Run): NewMail {
  const reason = `schedule run ${id} paused`;
  return { kind: 'schedule-paused', reason, accountId, companyId: organization.id, data: { name } };
}
