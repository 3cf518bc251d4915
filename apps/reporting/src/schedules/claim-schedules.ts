import { type Database, query, readStatements } from '@platform/db';
import type { Log } from '@platform/http';
import { nextTime } from './recurrence';
import type { Recurrence } from './schedules.dto';

const sql = readStatements(__dirname, 'claim-schedules.sql');

interface DueSchedule {
  readonly id: number;
  readonly dueAt: Date;
  readonly recurrence: Recurrence;
}

const SLICE = 500;

const findDue = sql<DueSchedule>('find-due-schedules');
const claim = sql<{ id: number }>('claim-schedules');

/** Adds a run of each schedule that is due at a time, and moves it on. Returns how many it added. */
export async function claimSchedules(db: Database, now: Date, log: Log): Promise<number> {
  for (let added = 0; ; ) {
    const due = await query(db, findDue, { now, limit: SLICE });
    const runs = await query(db, claim, {
      ids: due.map(({ id }) => id),
      dueTimes: due.map(({ dueAt }) => dueAt),
      nextTimes: due.map(schedule => nextTimeOrNull(schedule, now, log)),
    });
    added += runs.length;
    // Where another replica has claimed a slice, the rest is its own.
    if (due.length < SLICE || runs.length === 0) return added;
  }
}

/** Null pauses a schedule whose time zone does not exist any more. */
function nextTimeOrNull({ id, recurrence }: DueSchedule, now: Date, log: Log): Date | null {
  try {
    return nextTime(recurrence, now);
  } catch (error) {
    log.error({ err: error, schedule: id }, 'a schedule has no next time');
    return null;
  }
}
