import { isDeepStrictEqual } from 'node:util';
import { type Database, execute, query, readStatements, transaction } from '@platform/db';
import { invalidFields } from '@platform/http';
import { type DoneBy } from '../http/principal';
import { problemOf } from '../http/problems';
import { lockAccount } from '../identity/accounts/operators';
import type { Context } from '../main/context';
import { findSchedule, type Owner } from './find-schedules';
import { nextTime, requireValid } from './recurrence';
import { type Reader, validateReport } from './scheduled-reports';
import type { Schedule, ScheduleRequest } from './schedules.dto';

const sql = readStatements(__dirname, 'schedules.sql');

/** Per account, as the problem says. */
const MAX_SCHEDULES = 50;

const add = sql<{ id: string }>('add-schedule');

/** The owner who saves a schedule. The signal stops the validation of its report. */
export interface SavedBy {
  readonly reader: Reader;
  readonly doneBy: DoneBy;
  readonly signal: AbortSignal;
}

/** @throws Problem mail-not-configured, invalid-request, too-many-schedules, those of the report */
export async function addSchedule(
  context: Context,
  savedBy: SavedBy,
  request: ScheduleRequest,
): Promise<Schedule> {
  const { reader, doneBy } = savedBy;
  const owner = ownerOf(reader);
  await validate(context, savedBy, request);
  const [added] = await transaction(context.db, async tx => {
    await lockAccount(tx, owner.accountId);
    return query(tx, add, { ...owner, ...doneBy, ...toRow(context, request), max: MAX_SCHEDULES });
  });
  if (!added) throw problemOf('too-many-schedules');
  return findSchedule(context.db, owner, added.id);
}

const replace = sql('replace-schedule');

/** @throws Problem unknown-schedule, and those of `addSchedule` */
export async function replaceSchedule(
  context: Context,
  savedBy: SavedBy,
  id: string,
  request: ScheduleRequest,
): Promise<Schedule> {
  const owner = ownerOf(savedBy.reader);
  const present = await findSchedule(context.db, owner, id);
  await validate(context, savedBy, request, present);
  const row = { ...toRow(context, request), uuid: id, now: context.clock() };
  const replaced = await execute(context.db, replace, { ...owner, ...savedBy.doneBy, ...row });
  if (replaced === 0) throw problemOf('unknown-schedule');
  return findSchedule(context.db, owner, id);
}

const remove = sql('delete-schedule');

/** A null account matches any owner. @throws Problem unknown-schedule */
export async function deleteSchedule(
  db: Database,
  { companyId, accountId }: { companyId: number; accountId: number | null },
  doneBy: DoneBy,
  id: string,
): Promise<void> {
  const removed = await execute(db, remove, { companyId, accountId, ...doneBy, uuid: id });
  if (removed === 0) throw problemOf('unknown-schedule');
}

const pause = sql('pause-schedule');

/** @throws Problem unknown-schedule */
export async function pauseSchedule(
  db: Database,
  companyId: number,
  doneBy: DoneBy,
  id: string,
): Promise<void> {
  const paused = await execute(db, pause, { companyId, ...doneBy, uuid: id });
  if (paused === 0) throw problemOf('unknown-schedule');
}

const requestRun = sql('request-run');

/** Also runs paused schedules. @throws Problem mail-not-configured, unknown-schedule, rate-limited */
export async function runSchedule(
  context: Context,
  owner: Owner,
  id: string,
  doneBy: DoneBy,
): Promise<void> {
  const { db, limits, enqueueMails, wake } = context;
  if (!enqueueMails) throw problemOf('mail-not-configured');
  await findSchedule(db, owner, id);
  await limits.scheduleRuns.consume(String(owner.accountId));
  await transaction(db, async tx => {
    const added = await execute(tx, requestRun, { ...owner, ...doneBy, uuid: id });
    if (added === 0) throw problemOf('unknown-schedule');
    await wake(tx, 'run-schedules');
  });
}

/** Does not validate unchanged parameters again, so that a schedule can be paused even if they became invalid. */
async function validate(
  context: Context,
  { reader, signal }: SavedBy,
  request: ScheduleRequest,
  present?: Schedule,
): Promise<void> {
  if (!context.enqueueMails) throw problemOf('mail-not-configured');
  requireValid(request.recurrence);
  await requireRecipients(context.db, reader, request, present);
  const { report, parameters, format, recurrence } = request;
  const { timeZone } = recurrence;
  const isKnown =
    present?.report === report &&
    present.format === format &&
    isDeepStrictEqual(present.parameters, parameters);
  if (!isKnown)
    await validateReport(context, reader, { report, parameters, format, timeZone }, signal);
}

function ownerOf({ accountId, organization }: Reader): Owner {
  return { accountId, companyId: organization.id };
}

interface RefusedRecipient {
  readonly position: number;
  readonly id: string;
  /** Null if no such member is visible. */
  readonly reason: string | null;
}

const findRefused = sql<RefusedRecipient>('find-refused-recipients');

async function requireRecipients(
  db: Database,
  reader: Reader,
  { recipients }: ScheduleRequest,
  present: Schedule | undefined,
): Promise<void> {
  const ids = recipients.map(id => id.toLowerCase());
  const repeated = ids.flatMap((id, index) => {
    const isRepeated = ids.indexOf(id) < index;
    return isRepeated ? [{ field: `recipients[${index}]`, message: 'must not be repeated' }] : [];
  });
  const refused = await query(db, findRefused, {
    ...ownerOf(reader),
    recipients,
    uuid: present?.id ?? null,
    shown: reader.organization.shownDepartments,
  });
  const faults = refused.map(({ position, id, reason }) => ({
    field: `recipients[${position}]`,
    message: `names ${id}, ${faultOf(reason)}`,
  }));
  if (repeated.length + faults.length > 0) throw invalidFields([...repeated, ...faults]);
}

function faultOf(reason: string | null): string {
  if (reason === null) return 'which does not belong to this organization';
  return reason === 'no-email'
    ? 'who has no e-mail'
    : 'who has no report access to this organization';
}

function toRow({ clock }: Context, request: ScheduleRequest) {
  const { name, report, parameters, format, recurrence, recipients } = request;
  const { whenEmpty = 'send', isPaused = false } = request;
  return {
    name: name.trim(),
    report,
    format,
    recipients,
    whenEmpty,
    parameters: JSON.stringify(parameters),
    recurrence: JSON.stringify(recurrence),
    nextRunAt: isPaused ? null : nextTime(recurrence, clock()),
  };
}
