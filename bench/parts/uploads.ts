import { openAsBlob, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { temporaryFolder } from '../../e2e/scratch/cleanup.js';
import { figure, median, printTable, read, repeat, residentMegabytes, timed } from '../measure.js';
import {
  headersOf,
  listDepartments,
  loadDemo,
  openStage,
  type Side,
  type Stage,
} from '../stage.js';

/** Enough for a garbage collection. */
const REPORTS_ALONE = 40;
/** Between calls of the health check, in milliseconds. */
const PAUSE = 50;

interface ImportRun {
  readonly id: string;
  readonly status: string;
  readonly reason: string | null;
  readonly finishedAt: string | null;
  readonly files: readonly { readonly read: number }[];
}

/**
 * Imports the whole demo over HTTP into a database with its largest organization, whose compliance is read at the same
 * time. Measures the times of reports and health checks, and the memory of the service and the importing process.
 */
export async function uploads(stage: Stage): Promise<void> {
  await loadDemo(stage);
  await using target = await openStage(stage);
  const folder = temporaryFolder('bench-uploads', target);
  const { email, handle } = await operatorOf(stage);
  const [all, largest] = [path.join(folder, 'all.zip'), path.join(folder, 'largest.zip')];
  await stage.command('reporting', ['export', all]);
  await stage.command('reporting', ['export', largest, '--company', handle]);
  await target.command('reporting', ['import', largest, '--allow-operators']);
  const headers = await headersOf(target, email, handle);
  const service = await target.service('reporting', headers);
  const body = JSON.stringify({ departments: await listDepartments(target) });
  await measure(service, all, () =>
    read(service, '/reporting/compliance-summaries', { method: 'POST', body }),
  );
}

async function measure(service: Side, archive: string, report: () => Promise<unknown>) {
  const alone: number[] = [];
  const max = { before: 0, service: 0, importer: 0 };
  while (alone.length < REPORTS_ALONE) {
    alone.push(await timed(report));
    max.before = Math.max(max.before, residentMegabytes(service.pid));
  }
  const ended = new AbortController();
  const importing = importOf(service, archive).finally(() => ended.abort());
  const health = repeat(ended.signal, PAUSE, () => {
    max.service = Math.max(max.service, residentMegabytes(service.pid));
    max.importer = Math.max(max.importer, ...childrenOf(service.pid).map(megabytesOf));
    return read(service, '/diagnostic/health');
  });
  const reports = repeat(ended.signal, 0, report);
  const { run, seconds } = await importing;
  const beside = await reports;
  printTable(
    ['The demo imported over HTTP', ''],
    [
      ['ended as', run.reason ?? run.status],
      ['rows read', figure(run.files.reduce((sum, { read }) => sum + read, 0))],
      ['with its upload, s', figure(seconds)],
      ['compliance alone, s', figure(median(alone) / 1_000)],
      [`compliance meanwhile, s, ${beside.length} times`, figure(median(beside) / 1_000)],
      ['×', figure(median(beside) / median(alone))],
      ['health, max ms', figure(Math.max(...(await health)))],
      ['service with compliance alone, max MB', figure(max.before)],
      ['service, MB more', figure(max.service - max.before)],
      ['importing process, max MB', figure(max.importer)],
    ],
  );
}

/** Uploads an archive as an operator, and waits for the end of its import. */
async function importOf({ url, headers }: Side, archive: string) {
  const start = performance.now();
  const response = await fetch(`${url}/sync/imports?allowOperators=true`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/zip' },
    body: await openAsBlob(archive),
  });
  let run = await json<ImportRun>(response);
  while (run.finishedAt === null) {
    await wait(500);
    run = await json<ImportRun>(await fetch(`${url}/sync/imports/${run.id}`, { headers }));
  }
  return { run, seconds: (performance.now() - start) / 1_000 };
}

/** Finds an operator with report access in the first organization, which is the largest. */
async function operatorOf({ client }: Stage) {
  const { rows } = await client.query<{ email: string; handle: string }>(
    `select account.email, company.handle
    from reporting.account
    join reporting.member on member.account_id = account.id and member.has_access
    join reporting.company on company.id = member.company_id
    where account.is_operator and account.report_access
    order by company.id
    limit 1`,
  );
  return rows[0]!;
}

async function json<Body>(response: Response): Promise<Body> {
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as Body;
}

function childrenOf(pid: number): number[] {
  const threads = readdirSync(`/proc/${pid}/task`);
  const listed = threads.map(id => readFileSync(`/proc/${pid}/task/${id}/children`, 'utf8'));
  return listed.flatMap(pids => pids.split(' ').filter(Boolean).map(Number));
}

/** Returns 0 if the process has exited. */
function megabytesOf(pid: number): number {
  try {
    return residentMegabytes(pid);
  } catch {
    return 0;
  }
}
