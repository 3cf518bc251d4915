import { setTimeout as wait } from 'node:timers/promises';
import { letRead } from '../../e2e/scratch/services.js';
import { figure, median, printTable, read, repeat, residentMegabytes, timed } from '../measure.js';
import { listDepartments, loadDemo, type Stage } from '../stage.js';

const [REPORTS, SLOW] = [20, 5];
/** Of slow readers, in bytes per second. */
const PACE = 100_000;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 60);

/** In milliseconds. */
const PAUSE = 100;

/**
 * Reads twenty complete summaries at once, five of them slowly and only for a minute. Measures the memory of the process
 * and the response times of the health check.
 */
export async function memory(stage: Stage): Promise<void> {
  const headers = await loadDemo(stage);
  // Several accounts are needed, because reports per account are limited.
  const readers = await readersOf(stage, REPORTS);
  const service = await stage.service('reporting', headers);
  const body = JSON.stringify({ departments: await listDepartments(stage) });
  const before = residentMegabytes(service.pid);
  let peak = before;
  const ending = new AbortController();
  const health = repeat(ending.signal, PAUSE, async () => {
    await read(service, '/diagnostic/health');
    peak = Math.max(peak, residentMegabytes(service.pid));
  });
  const format = (n: number) => ['csv', 'json', 'xlsx'][n % 3]!;
  const { signal } = ending;
  const all = readers.map((reader, n) => {
    const path = `/reporting/compliance-summaries?format=${format(n)}`;
    const side = { ...service, headers: { ...headers, ...reader } };
    const slowly = (chunk: Uint8Array) =>
      n < SLOW && wait((1_000 * chunk.length) / PACE, undefined, { signal });
    return timed(() =>
      read(side, path, { method: 'POST', body, signal }, slowly).catch((error: unknown) => {
        if (!signal.aborted) throw error;
      }),
    );
  });
  const fast = await Promise.all(all.slice(SLOW));
  await wait(Math.max(0, SECONDS * 1_000 - Math.max(...fast)), undefined, { ref: true });
  ending.abort();
  await Promise.all(all);
  const times = await health;
  printTable(
    ['20 reports at once, 5 slow', ''],
    [
      ['MB before', figure(before)],
      ['max MB', figure(peak)],
      ['the fast 15, s', figure(Math.max(...fast) / 1_000)],
      ['health, median ms', figure(median(times))],
      ['health, max ms', figure(Math.max(...times))],
    ],
  );
}

/** Lets `count` members of the largest organization read its reports. Returns their headers. */
async function readersOf({ client, command }: Stage, count: number) {
  const { rows } = await client.query<{ email: string; handle: string }>(
    `select email, handle
    from reporting.member
    join reporting.account on account.id = account_id
    join reporting.company on company.id = company_id
    where has_access
      and company_id = (
        select company_id from reporting.member group by 1 order by count(*) desc limit 1
      )
    order by member.id
    limit $1`,
    [count],
  );
  const headers: Record<string, string>[] = [];
  // Not concurrently, because each command is a process.
  for (const { email, handle } of rows) {
    headers.push({ authorization: `Bearer ${await letRead(command, email, handle)}` });
  }
  return headers;
}
