import { readFileSync } from 'node:fs';
import pg from 'pg';
import { to } from 'pg-copy-streams';
import { figure, interleave, medianOf, printTable, read, withCpu } from '../measure.js';
import { listDepartments, loadDemo, type Stage } from '../stage.js';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);

/**
 * Measures every report of the largest organization, and compares its compliance summary with a straightforward
 * statement that is read by COPY, as by psql's \copy.
 */
export async function reports(stage: Stage): Promise<void> {
  const headers = await loadDemo(stage);
  const service = await stage.service('reporting', headers);
  const processes = { pid: service.pid, application: 'reporting%' };
  const works = Object.entries(await requestsOf(stage)).map(
    ([name, request]) =>
      [name, () => withCpu(stage.client, processes, () => read(service, ...request))] as const,
  );
  const copy = { pid: Number.NaN, application: 'copy' };
  const copying = new pg.Client({ connectionString: stage.url, application_name: 'copy' });
  await copying.connect();
  await copying.query('set jit = off');
  const results = await interleave(ROUNDS, {
    'straightforward SQL': () => withCpu(stage.client, copy, () => copyOut(stage, copying)),
    ...Object.fromEntries(works),
  });
  await copying.end();
  printTable(
    ['report', 'lines', 's', 'first byte s', 'CPU service s', 'CPU database s'],
    Object.entries(results).map(([name, rounds]) => {
      const times = (['milliseconds', 'firstByte', 'cpu', 'database'] as const).map(field =>
        figure(medianOf(rounds, round => round[field]) / 1_000),
      );
      return [name, rounds[0]!.lines.toLocaleString('en'), ...times];
    }),
  );
}

/** Returns requests for complete reports, as CSV if possible, and for single pages. */
async function requestsOf(stage: Stage) {
  const departments = await listDepartments(stage);
  const [found] = (
    await stage.client.query<{ id: string; year: number; month: number; crowded: string }>(
      `select
        (select uuid from reporting.achievement order by id limit 1) as id,
        extract(year from max(month))::integer as year,
        extract(month from max(month))::integer as month,
        (
          select department.uuid
          from reporting.affiliation
          join reporting.department on department.id = affiliation.department_id
          where department.uuid = any ($1::uuid[])
          group by department.id
          order by count(*) desc
          limit 1
        ) as crowded
      from reporting.monthly_statistic`,
      [departments],
    )
  ).rows;
  const { id, year, month, crowded } = found!;
  // Only a tenth of the departments, because all of them have four million standings.
  const some = departments.slice(0, Math.ceil(departments.length / 10)).join('&departments=');
  const post = (body: object) => ({ method: 'POST', body: JSON.stringify(body) });
  const matrix = (more: object) => post({ departments: [crowded], ...more });
  const summary = (format: string) =>
    [`/reporting/compliance-summaries?format=${format}`, post({ departments })] as const;
  const requests: Record<string, readonly [path: string, init?: RequestInit]> = {
    'compliance summary, CSV': summary('csv'),
    'compliance summary, JSON': summary('json'),
    'compliance summary, XLSX': summary('xlsx'),
    'compliance overview': ['/reporting/compliance-overview?format=csv'],
    'compliance trends': ['/reporting/compliance-trends?format=csv', post({ departments })],
    'achievement gaps': [`/reporting/achievement-gaps?achievementId=${id}&format=csv`],
    'competency validations': [`/reporting/competency-validations?format=csv&departments=${some}`],
    'monthly statistics': [`/reporting/monthly-statistics?year=${year}&month=${month}&format=csv`],
    expirations: ['/reporting/expirations?format=csv'],
    'directory contacts': ['/reporting/directory-contacts'],
    'matrix of a department': ['/reporting/matrix?format=xlsx', matrix({ measurements: [1, 3] })],
    'a page of the matrix': ['/reporting/matrix', matrix({ pageSize: 200 })],
    'a page of gaps': [`/reporting/achievement-gaps?achievementId=${id}`],
    'a page of validations': ['/reporting/competency-validations'],
  };
  return requests;
}

async function copyOut({ client }: Stage, copying: pg.Client) {
  const { rows } = await client.query<{ id: number }>(
    'select company_id as id from reporting.member group by 1 order by count(*) desc limit 1',
  );
  const text = readFileSync(new URL('../baselines/summary.sql', import.meta.url), 'utf8');
  const statement = text.replaceAll('$organization', String(rows[0]!.id));
  const start = performance.now();
  let [lines, firstByte] = [0, 0];
  // COPY sends a chunk for each row.
  for await (const _ of copying.query(to(`copy (${statement}) to stdout (format csv)`))) {
    firstByte ||= performance.now() - start;
    lines += 1;
  }
  return { lines, firstByte, milliseconds: performance.now() - start };
}
