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

/** Adds a run for each schedule that is due at a time, and advances it. Returns the number of runs. */
export async function claimSchedules(db: Database, now: Date, log: Log): Promise<number> {
  for (let added = 0; ; ) {
    const due = await query(db, findDue, { now, limit: SLICE });
    const runs = await query(db, claim, {
      ids: due.map(({ id }) => id),
      dueTimes: due.map(({ dueAt }) => dueAt),
      nextTimes: due.map(schedule => nextTimeOrNull(schedule, now, log)),
    });
    added += runs.length;
    // If a different replica has claimed a slice, it also claims the rest.
    if (due.length < SLICE || runs.length === 0) return added;
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
