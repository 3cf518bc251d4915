import { figure, interleave, medianOf, print, printTable } from '../measure.js';
import { read } from '../read.js';
import { headersOf, issueKey, loadDemonstration, type Side, type Stage } from '../stage.js';
import { reportRequests } from './reports.js';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const PACKAGES = 1_000_000;

interface Organization {
  readonly id: number;
  readonly handle: string;
  readonly email: string;
  readonly members: number;
}

/** What a row costs in organizations of about 1, 10 and 100 times as many members, and what a page costs where. */
export async function growth(stage: Stage): Promise<void> {
  await loadDemonstration(stage);
  const { rows } = await stage.client.query<Organization>(
    `select company.id, company.handle, reader.email, count(*)::integer as members
    from reporting.company
    join reporting.member on member.company_id = company.id
    join lateral (
      select account.email
      from reporting.member as reader
      join reporting.account on account.id = reader.account_id
      where reader.company_id = company.id and account.report_access
      limit 1
    ) as reader on true
    group by company.id, reader.email
    order by members`,
  );
  const [smallest, largest] = [rows[0]!, rows.at(-1)!];
  const aim = Math.sqrt(smallest.members * largest.members);
  const distance = ({ members }: Organization) => Math.abs(Math.log(members / aim));
  const between = rows.reduce((best, row) => (distance(row) < distance(best) ? row : best));
  const service = await stage.service('reporting');

  const perLine: Record<string, number[]> = {};
  const chosen = [smallest, between, largest];
  for (const { id, email, handle } of chosen) {
    const side: Side = { ...service, headers: await headersOf(stage, email, handle) };
    for (const [name, request] of Object.entries(await reportRequests(stage, id))) {
      if (name === 'monthly statistics') continue; // the demonstration has those of one organization
      const { answers } = await interleave(ROUNDS, { answers: () => read(side, ...request) });
      const { lines } = answers[0]!;
      const milliseconds = medianOf(answers, answer => answer.milliseconds);
      (perLine[name] ??= []).push((milliseconds * 1_000) / Math.max(1, lines));
    }
  }
  printTable(
    ['µs per line', ...chosen.map(({ members }) => `${members.toLocaleString('en')} members`)],
    Object.entries(perLine).map(([name, figures]) => [name, ...figures.map(figure)]),
  );
  await pages(stage);
}

/** A page of a million packages at the start, in the middle and at the end. */
async function pages(stage: Stage): Promise<void> {
  await stage.client.query(
    `insert into versioning.package (slug, name, major, minor, patch, revision)
    select 'page-' || lpad(n::text, 7, '0'), 'Package ' || n, 1, 2, n % 50, 1
    from generate_series(1, $1::integer) as n
    on conflict do nothing`,
    [PACKAGES],
  );
  await stage.client.query('analyze versioning.package');
  const key = await issueKey(stage);
  const service = await stage.service('versioning', { authorization: `Bearer ${key}` });
  const page = (after: number) => () =>
    read(service, `/api/packages?limit=100&after=page-${String(after).padStart(7, '0')}`);
  const measured = await interleave(30, {
    start: page(0),
    middle: page(PACKAGES / 2),
    end: page(PACKAGES - 101),
  });
  print('A page of 100 packages of a million\n');
  printTable(
    ['at', 'ms'],
    Object.entries(measured).map(([place, rounds]) => [
      place,
      figure(medianOf(rounds, ({ milliseconds }) => milliseconds)),
    ]),
  );
}
