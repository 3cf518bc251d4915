import { readFileSync } from 'node:fs';
import pg from 'pg';
import { to } from 'pg-copy-streams';
import { databaseCpu, figure, interleave, medianOf, printTable, processCpu } from '../measure.js';
import { read } from '../read.js';
import { loadDemonstration, type Stage } from '../stage.js';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const textOf = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');
const baselineText = textOf('../baselines/summary.sql');
const ownText = Object.entries({
  // Every department, and what a request has by default.
  departments: 'null',
  members: 'null',
  measurements: 'null',
  functions: 'null',
  memberMustHaveProfile: 'false',
  profileCondition: "'compliance'",
  now: 'now()',
}).reduce(
  (text, [name, value]) => text.replaceAll(`$${name}::`, `${value}::`),
  textOf('../../apps/reporting/src/reports/compliance/compliance-summary.sql'),
);

/**
 * The compliance summary of the largest organization in every format, beside the straightforward statement
 * and the service's own, both read by COPY, which is what psql's \copy does.
 */
export async function summary(stage: Stage): Promise<void> {
  const headers = await loadDemonstration(stage);
  const service = await stage.service('reporting', headers);
  const departments = await listDepartments(stage);
  const [process, database] = [processCpu(service.pid), databaseCpu(stage.client, 'reporting%')];
  const report = (format: string) => async () => {
    const [before, databaseBefore] = [await process(), await database()];
    const answer = await read(service, `/reporting/compliance-summaries?format=${format}`, {
      method: 'POST',
      body: JSON.stringify({ departments }),
    });
    return {
      ...answer,
      cpu: (await process()) - before,
      database: (await database()) - databaseBefore,
    };
  };
  const measured = await interleave(ROUNDS, {
    'straightforward SQL': () => copyOut(stage, baselineText),
    'the service’s own statement': () => copyOut(stage, ownText),
    JSON: report('json'),
    CSV: report('csv'),
    XLSX: report('xlsx'),
  });
  printRounds(measured);
}

type Round = Awaited<ReturnType<typeof copyOut>>;

function printRounds(measured: Readonly<Record<string, readonly Round[]>>): void {
  const baseline = medianOf(measured['straightforward SQL']!, ({ milliseconds }) => milliseconds);
  printTable(
    ['', 's', '÷ straightforward', 'first byte s', 'MB', 'CPU service s', 'CPU database s'],
    Object.entries(measured).map(([name, rounds]) => {
      const seconds = (field: (round: Round) => number) => figure(medianOf(rounds, field) / 1_000);
      const milliseconds = medianOf(rounds, round => round.milliseconds);
      return [
        name,
        figure(milliseconds / 1_000),
        (milliseconds / baseline).toFixed(2),
        seconds(({ firstByte }) => firstByte),
        figure(rounds[0]!.bytes / 1e6),
        seconds(({ cpu }) => cpu),
        seconds(({ database: used }) => used),
      ];
    }),
  );
}

/** Every department of the largest organization, by the ids of the edge. */
export async function listDepartments({ client }: Stage, organization?: number): Promise<string[]> {
  const { rows } = await client.query<{ uuid: string }>(
    'select uuid from reporting.department where company_id = $1 order by id',
    [organization ?? (await largest(client))],
  );
  return rows.map(({ uuid }) => uuid);
}

async function largest(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    'select company_id as id from reporting.member group by 1 order by count(*) desc limit 1',
  );
  return rows[0]!.id;
}

async function copyOut({ client, url }: Stage, text: string) {
  const statement = text.replaceAll('$organization', String(await largest(client)));
  const copying = new pg.Client({ connectionString: url, application_name: 'copy' });
  await copying.connect();
  await copying.query('set jit = off');
  const database = databaseCpu(client, 'copy');
  const start = performance.now();
  const before = await database();
  let [bytes, firstByte] = [0, 0];
  for await (const chunk of copying.query(to(`copy (${statement}) to stdout (format csv)`))) {
    firstByte ||= performance.now() - start;
    bytes += (chunk as Buffer).length;
  }
  const milliseconds = performance.now() - start;
  const used = (await database()) - before;
  await copying.end();
  return { milliseconds, firstByte, bytes, cpu: Number.NaN, database: used };
}
