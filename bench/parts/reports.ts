import { databaseCpu, figure, interleave, medianOf, printTable, processCpu } from '../measure.js';
import { read } from '../read.js';
import { loadDemonstration, type Stage } from '../stage.js';
import { listDepartments } from './summary.js';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);

/** The requests of every report of an organization, whole, as CSV where there is one. */
export async function reportRequests(stage: Stage, organization?: number) {
  const { rows } = await stage.client.query<{ id: string; year: number; month: number }>(
    `select
      (
        select achievement.uuid
        from reporting.achievement
        where $1::integer is null or company_id = $1
        order by id
        limit 1
      ) as id,
      extract(year from max(month))::integer as year,
      extract(month from max(month))::integer as month
    from reporting.monthly_statistic`,
    [organization ?? null],
  );
  const [{ id, year, month }] = rows as [{ id: string; year: number; month: number }];
  const departments = await listDepartments(stage, organization);
  // a tenth of the departments: all of them have four million standings
  const some = departments.slice(0, Math.ceil(departments.length / 10)).join('&departments=');
  const post = { method: 'POST', body: JSON.stringify({ departments }) };
  const { rows: byPeople } = await stage.client.query<{ uuid: string }>(
    `select department.uuid
    from reporting.affiliation
    join reporting.department on department.id = affiliation.department_id
    where department.uuid = any ($1::uuid[])
    group by department.id
    order by count(*) desc
    limit 1`,
    [departments],
  );
  const matrix = (more: object) => ({
    method: 'POST',
    body: JSON.stringify({ departments: [byPeople[0]!.uuid], ...more }),
  });
  const requests: Record<string, readonly [path: string, init?: RequestInit]> = {
    'compliance summary': ['/reporting/compliance-summaries?format=csv', post],
    'compliance overview': ['/reporting/compliance-overview?format=csv'],
    'compliance trends': ['/reporting/compliance-trends?format=csv', post],
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

/** Every report of the largest organization, whole, and the snapshots of all organizations. */
export async function reports(stage: Stage): Promise<void> {
  const headers = await loadDemonstration(stage);
  const service = await stage.service('reporting', headers);
  const [process, database] = [processCpu(service.pid), databaseCpu(stage.client, 'reporting%')];
  const works = Object.entries(await reportRequests(stage)).map(([name, request]) => [
    name,
    async () => {
      const [before, databaseBefore] = [await process(), await database()];
      const answer = await read(service, ...request);
      return {
        ...answer,
        cpu: (await process()) - before,
        database: (await database()) - databaseBefore,
      };
    },
  ]);
  type Measured = Awaited<ReturnType<typeof read>> & { cpu: number; database: number };
  const measured = await interleave(
    ROUNDS,
    Object.fromEntries(works) as Record<string, () => Promise<Measured>>,
  );
  printTable(
    ['report', 'lines', 's', 'first byte s', 'CPU service s', 'CPU database s', 'µs per line'],
    Object.entries(measured).map(([name, rounds]) => {
      const of = (field: (round: Measured) => number) => medianOf(rounds, field) / 1_000;
      const { lines } = rounds[0]!;
      return [
        name,
        lines.toLocaleString('en'),
        figure(of(({ milliseconds }) => milliseconds)),
        figure(of(({ firstByte }) => firstByte)),
        figure(of(({ cpu }) => cpu)),
        figure(of(({ database: used }) => used)),
        figure((of(({ milliseconds }) => milliseconds) * 1e6) / Math.max(1, lines)),
      ];
    }),
  );
  await timeSnapshots(stage);
}

async function timeSnapshots({ command }: Stage): Promise<void> {
  const start = performance.now();
  const line = await command('reporting', 'snapshot', 'take');
  printTable(['', 's'], [[line, figure((performance.now() - start) / 1_000)]]);
}
