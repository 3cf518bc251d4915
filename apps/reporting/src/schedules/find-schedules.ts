import { type Database, query, readStatements } from '@platform/db';
import { type PageRequest, type PageRow, pageOf, readPage } from '../http/pages';
import { problemOf } from '../http/problems';
import { formatTimestamp } from '../http/times';
import type {
  OwnedSchedule,
  OwnedSchedulePage,
  PossibleRecipient,
  Schedule,
  ScheduleRun,
} from './schedules.dto';

/** Schedules belong to an account in an organization. */
export interface Owner {
  readonly accountId: number;
  readonly companyId: number;
}

const sql = readStatements(__dirname, 'find-schedules.sql');

type ScheduleRow = Omit<Schedule, 'isPaused' | 'nextRunAt' | 'lastRun'> &
  Omit<ScheduleRun, 'at'> & {
    readonly nextRunAt: Date | null;
    readonly accountId: string;
    readonly ownerName: string;
    readonly ownerEmail: string;
    readonly ranAt: Date | null;
  };

const list = sql<PageRow<ScheduleRow>>('list-schedules');

const EVERYTHING = { uuid: null, limit: null, offset: 0 };

export async function listOwnSchedules(db: Database, owner: Owner): Promise<Schedule[]> {
  return schedulesOf(await query(db, list, { ...owner, ...EVERYTHING }));
}

const recipients = sql<PossibleRecipient>('list-recipients');

export interface RecipientFilter {
  readonly q: string | null;
  readonly limit: number;
  /** Members to include in addition. */
  readonly recipients: readonly string[];
  /** Restricts the list to members of these departments and the caller. */
  readonly shown: readonly number[] | null;
}

/** Lists the first possible recipients that match, by name, and in addition the caller and `recipients`. */
export function listRecipients(
  db: Database,
  owner: Owner,
  filter: RecipientFilter,
): Promise<PossibleRecipient[]> {
  return query(db, recipients, { ...owner, ...filter });
}

/** @throws Problem unknown-schedule */
export async function findSchedule(db: Database, owner: Owner, id: string): Promise<Schedule> {
  const [schedule] = schedulesOf(await query(db, list, { ...owner, ...EVERYTHING, uuid: id }));
  if (!schedule) throw problemOf('unknown-schedule');
  return schedule;
}

export async function listSchedules(
  db: Database,
  companyId: number,
  page: PageRequest,
): Promise<OwnedSchedulePage> {
  const { pageSize: limit, offset } = page;
  const rows = await query(db, list, { companyId, accountId: null, uuid: null, limit, offset });
  return pageOf(rows, page, toOwnedSchedule);
}

function schedulesOf(rows: readonly PageRow<ScheduleRow>[]): Schedule[] {
  return pageOf(rows, readPage(), toSchedule).items;
}

function toOwnedSchedule(row: ScheduleRow): OwnedSchedule {
  const { accountId, ownerName: name, ownerEmail: email } = row;
  return { ...toSchedule(row), owner: { accountId, name, email } };
}

function toSchedule({ accountId: _, ownerName: _name, ownerEmail: _email, ...row }: ScheduleRow) {
  const { nextRunAt, pauseReason, ranAt, outcome, rows, sentTo, leftOut, error, ...schedule } = row;
  return {
    ...schedule,
    isPaused: nextRunAt === null,
    pauseReason,
    nextRunAt: nextRunAt && formatTimestamp(nextRunAt),
    lastRun: ranAt && { at: formatTimestamp(ranAt), outcome, rows, sentTo, leftOut, error },
  };
}
