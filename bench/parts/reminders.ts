import { fileURLToPath } from 'node:url';
import { createDatabase, query, readStatements, type Transaction, transaction } from '@platform/db';
import { figure, interleave, medianOf, printTable } from '../measure.js';
import { loadDemonstration, type Stage } from '../stage.js';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const decide = readStatements(
  fileURLToPath(new URL('../../apps/reporting/src/reminders', import.meta.url)),
  'send-reminders.sql',
)<{ mails: number; stages: number }>('decide-reminders');

/** The first reminders of the largest organization, which have all stages at once: each round is rolled back. */
export async function reminders(stage: Stage): Promise<void> {
  await loadDemonstration(stage);
  const db = createDatabase({
    url: stage.url,
    poolSize: 1,
    statementTimeout: 600_000,
    applicationName: 'bench',
  });
  try {
    const { all } = await interleave(ROUNDS, {
      all: async () => {
        // What an earlier round left behind is not there in use.
        await stage.client.query('vacuum reporting.reminder, reporting.mail');
        return transaction(db, decideFirst).catch(measured);
      },
    });
    printTable(
      ['The first reminders of the largest organization', ''],
      [
        ['mails', figure(all[0]!.mails)],
        ['entries', figure(all[0]!.stages)],
        ['s', figure(medianOf(all, ({ milliseconds }) => milliseconds) / 1_000)],
      ],
    );
  } finally {
    await db.close();
  }
}

class Measured extends Error {
  constructor(
    readonly mails: number,
    readonly stages: number,
    readonly milliseconds: number,
  ) {
    super('rolled back');
  }
}

async function decideFirst(tx: Transaction): Promise<never> {
  const {
    rows: [settings],
  } = await tx.client.query<{ organization: number; date: string; at: Date }>(
    `insert into reporting.reminder_settings as settings (
      company_id, is_enabled, days_before, after_expiry, required_only, to_member, to_departments, at, time_zone,
      weekdays, next_at
    )
    select
      min(id), true, '{7,30,60}', 7, true, true, '{Administration}', '07:00', 'UTC', '{1,2,3,4,5,6,7}', now()
    from reporting.company
    on conflict (company_id) do update
    set is_enabled = true
    returning company_id as organization, current_date::text as date, now() as at`,
  );
  const start = performance.now();
  const [decided] = await query(tx, decide, { ...settings!, limit: 200 });
  throw new Measured(decided!.mails, decided!.stages, performance.now() - start);
}

function measured(error: unknown): Measured {
  if (error instanceof Measured) return error;
  throw error;
}
