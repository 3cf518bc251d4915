import autocannon from 'autocannon';
import { issueKey } from '../../e2e/scratch/services.js';
import { figure, interleave, medianOf, printTable, withCpu } from '../measure.js';
import type { Side, Stage } from '../stage.js';

const CONNECTIONS = 32;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4);

/** Compares increments with three handlers under the same load. The ratios matter, not the figures. */
export async function increments(stage: Stage): Promise<void> {
  const key = await issueKey(stage.command);
  const service = await stage.service('versioning', { authorization: `Bearer ${key}` });
  const baselines = await stage.baselines();
  for (const slugs of [1, 2_000]) {
    const slug = () => `bench-${Math.floor(Math.random() * slugs)}`;
    const baseline = (name: string) => ({ side: baselines, path: () => `/${name}/${slug()}` });
    const patch = (query = '') => ({
      side: service,
      path: () => `/api/packages/${slug()}/increment/patch${query}`,
    });
    const measured = await measure(stage, {
      service: patch(),
      // Only packages with a version have a line.
      ...(slugs === 1 && { 'on a line': patch('?line=0.0') }),
      'pre-release': patch('?pre=beta'),
      'same work': baseline('same-work'),
      upsert: baseline('upsert'),
      constant: baseline('constant'),
    });
    printComparison(slugs === 1 ? '1 slug' : `${slugs.toLocaleString('en')} slugs`, measured);
  }
}

interface Calls {
  readonly side: Side;
  readonly path: () => string;
}

interface Measured {
  readonly perSecond: number;
  /** Microseconds per call. */
  readonly cpu: number;
  readonly database: number;
}

/** Measures kinds of calls one after another, after a warm-up. */
async function measure(
  stage: Stage,
  calls: Readonly<Record<string, Calls>>,
): Promise<Record<string, Measured[]>> {
  const works = Object.entries(calls).map(([name, kind]) => {
    const work = async (): Promise<Measured> => {
      const processes = { pid: kind.side.pid, application: '%' };
      const { requests, cpu, database } = await withCpu(stage.client, processes, () =>
        load(kind, SECONDS),
      );
      const each = (milliseconds: number) => (1_000 * milliseconds) / requests.total;
      return { perSecond: requests.average, cpu: each(cpu), database: each(database) };
    };
    return [name, work] as const;
  });
  for (const kind of Object.values(calls)) await load(kind, 2);
  // Autovacuum would do this within a minute; until then, statements are planned for empty tables.
  await stage.client.query('vacuum (analyze) versioning.package, versioning.package_change');
  return interleave(ROUNDS, Object.fromEntries(works));
}

/** Prints the figures of each kind, and their ratios to those of the first. */
function printComparison(
  title: string,
  measured: Readonly<Record<string, readonly Measured[]>>,
): void {
  const [first] = Object.values(measured);
  const medians = (rounds: readonly Measured[]) => ({
    perSecond: medianOf(rounds, ({ perSecond }) => perSecond),
    cpu: medianOf(rounds, ({ cpu }) => cpu),
    database: medianOf(rounds, ({ database }) => database),
  });
  const base = medians(first!);
  printTable(
    [title, 'per second', 'first ÷ this', 'CPU µs', 'database µs', 'CPU of both ÷ first'],
    Object.entries(measured).map(([name, rounds]) => {
      const { perSecond, cpu, database } = medians(rounds);
      return [
        name,
        figure(perSecond),
        (base.perSecond / perSecond).toFixed(2),
        figure(cpu),
        figure(database),
        ((cpu + database) / (base.cpu + base.database)).toFixed(2),
      ];
    }),
  );
}

async function load({ side, path }: Calls, duration: number) {
  const result = await autocannon({
    url: side.url,
    connections: CONNECTIONS,
    duration,
    headers: side.headers,
    requests: [{ method: 'POST', setupRequest: request => ({ ...request, path: path() }) }],
  });
  if (result.non2xx + result.errors > 0)
    throw new Error('A call failed, so the figures are meaningless.');
  return result;
}
