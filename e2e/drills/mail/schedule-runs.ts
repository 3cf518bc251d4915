import { setTimeout as wait } from 'node:timers/promises';
import { anyReplica, type PostOffice } from './post-office.js';

export const SCHEDULES = 5;
export const RECIPIENTS = 2;

/** Milliseconds in which the runs of all schedules, and their mails, begin. */
const SPREAD = 7_000;

/** Schedules of the operator, each to the same recipients. */
export async function addSchedules({ outbox: { query }, call }: PostOffice): Promise<void> {
  const members = await query(`
    with reader as (
      update reporting.account
      set report_access = true
      where id in (select account_id from reporting.member order by id limit ${RECIPIENTS})
      returning id
    )
    select member.uuid from reader join reporting.member on member.account_id = reader.id`);
  for (let number = 1; number <= SCHEDULES; number++) {
    await call('/reporting/schedules', {
      name: `Expirations ${number}`,
      report: 'expirations',
      parameters: {},
      format: 'csv',
      recurrence: { every: 'day', at: '07:00', timeZone: 'Europe/Berlin' },
      recipients: members.map(([id]) => id!),
      whenEmpty: 'send',
    });
  }
}

/** Has every schedule run, and kills a replica at any moment; resolves with what is taken and not recorded then. */
export async function strikeRuns({
  outbox: { query, hurry },
  kill,
}: PostOffice): Promise<ReadonlySet<string>> {
  await query('update reporting.report_schedule set next_run_at = now()');
  await hurry();
  await wait(Math.random() * SPREAD);
  const unrecorded = await kill('replica', anyReplica());
  // A schedule that is due again before it was claimed would run once.
  const due = 'select count(*) from reporting.report_schedule where next_run_at <= now()';
  while ((await query(due))[0]![0] !== '0') {
    await hurry();
    await wait(1_000);
  }
  return unrecorded;
}
