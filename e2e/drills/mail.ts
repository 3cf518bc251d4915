import type { Drill, DrillContext, Row } from './drill.js';
import { layFoundation, openPostOffice, type PostOffice, type Victim } from './mail/post-office.js';
import { addSchedules, RECIPIENTS, SCHEDULES, strikeRuns } from './mail/schedule-runs.js';

const TIMES = 5;

/**
 * Where a mail is when a victim is killed: in the outbox; named to the mail server, which has not taken it; taken, and
 * the replica does not know; known to the replica, and not yet recorded.
 */
type Place = 'in the outbox' | 'offered' | 'taken' | 'not yet recorded';

const KILLS: readonly (readonly [victim: Victim, places: readonly Place[]])[] = [
  ['replica', ['in the outbox', 'offered', 'taken', 'not yet recorded']],
  ['database', ['in the outbox', 'offered', 'taken', 'not yet recorded']],
  ['mail server', ['in the outbox', 'offered', 'taken']],
];

/** Straight and through PgBouncer in transaction mode; all at once, each with its own, since most of it is waiting. */
export const drill: Drill = async function* (context): AsyncGenerator<Row> {
  const { cleanup } = context;
  const foundation = await layFoundation(cleanup);
  const drills: Promise<Row[]>[] = [];
  for (const isPooled of [false, true]) {
    for (const [victim, places] of KILLS) {
      const office = await openPostOffice(cleanup, foundation, { isPooled });
      drills.push(drillVictim(context, office, victim, places));
    }
  }
  for (const rows of await Promise.all(drills)) yield* rows;
};

async function drillVictim(
  { times = TIMES, say }: DrillContext,
  office: PostOffice,
  victim: Victim,
  places: readonly Place[],
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const place of places) {
    const what = `${office.way}: the ${victim} killed while a mail is ${place}`;
    rows.push(await countMails(office, what, times, say, () => strike(office, victim, place)));
  }
  if (victim === 'replica') rows.push(await drillRuns(office, times, say));
  return rows;
}

async function drillRuns(
  office: PostOffice,
  times: number,
  say: DrillContext['say'],
): Promise<Row> {
  await addSchedules(office);
  const what = `${office.way}: a replica killed at any moment of ${SCHEDULES} schedules' runs`;
  const row = await countMails(office, what, times, say, () => strikeRuns(office));
  const mails = times * SCHEDULES * RECIPIENTS;
  return { ...row, holds: row.holds && row.counted.mails === mails };
}

/** Posts a mail, and kills the victim once it is there; resolves with what is taken and not recorded then. */
async function strike(
  office: PostOffice,
  victim: Victim,
  place: Place,
): Promise<ReadonlySet<string>> {
  const { mailServer, outbox } = office;
  const post = () => office.call('/notification/test');
  await outbox.hurry();
  if (place === 'in the outbox') {
    return office.kill(victim, await post());
  }
  const held = mailServer.hold(place === 'offered' ? 'offered' : 'taken');
  await post();
  const replica = await held;
  if (place !== 'not yet recorded') return office.kill(victim, replica);
  const unlock = await outbox.lock();
  mailServer.release();
  await outbox.blocked();
  const unrecorded = await office.kill(victim, replica);
  await unlock();
  return unrecorded;
}

/** Disturbs `times` times, waits until every mail is finished, and compares the outbox with the mail server's. */
async function countMails(
  { mailServer, outbox: { query, settled } }: PostOffice,
  what: string,
  times: number,
  say: DrillContext['say'],
  disturb: () => Promise<ReadonlySet<string>>,
): Promise<Row> {
  await settled();
  const [[since] = []] = await query('select coalesce(max(id), 0) from reporting.mail');
  const begin = mailServer.taken.length;
  const excused = new Map<string, number>();
  for (let time = 1; time <= times; time++) {
    for (const id of await disturb()) excused.set(id, (excused.get(id) ?? 0) + 1);
    if (time % 10 === 0) say(`${what}: ${time} of ${times}`);
  }
  await settled();
  const mails = await query(`select uuid, outcome from reporting.mail where id > ${since}`);
  const ids = new Set(mails.map(([id]) => id));
  const received = new Map<string, number>();
  for (const id of mailServer.taken.slice(begin)) received.set(id, (received.get(id) ?? 0) + 1);
  const repeats = [...received].map(([id, copies]) => [id, copies - 1] as const);
  const counted = {
    mails: mails.length,
    lost: mails.filter(([id]) => !received.has(id!)).length,
    'not sent': mails.filter(([, outcome]) => outcome !== 'sent').length,
    'with another Message-ID': [...received.keys()].filter(id => !ids.has(id)).length,
    'repeated after a kill before the record': repeats.reduce((sum, [, count]) => sum + count, 0),
    'otherwise repeated': repeats.filter(([id, count]) => count > (excused.get(id) ?? 0)).length,
  };
  const { lost, 'not sent': unsent, 'with another Message-ID': others } = counted;
  say(`${what}: ${JSON.stringify(counted)}`);
  return {
    what,
    times,
    counted,
    holds: lost + unsent + others + counted['otherwise repeated'] === 0 && mails.length >= times,
  };
}
