import autocannon from 'autocannon';
import { databaseCpu, figure, interleave, medianOf, printTable, processCpu } from '../measure.js';
import type { Side, Stage } from '../stage.js';

const CONNECTIONS = 32;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4);

/**
 * Increments of the service beside three handlers under the same load: Express answering a constant, the
 * smallest upsert, and the same work as the service does. The ratios are what counts.
 */
export async function increments(stage: Stage): Promise<void> {
  const key = await stage.command('versioning', 'keys', 'create', '--name', 'bench');
  const sides: Record<string, Side> = {
    service: await stage.service('versioning', { authorization: `Bearer ${key}` }),
    'same work': await stage.baseline('same-work'),
    upsert: await stage.baseline('upsert'),
    constant: await stage.baseline('constant'),
  };
  const backends = databaseCpu(stage.client, '%');
  for (const slugs of [1, 2_000]) {
    for (const side of Object.values(sides)) await load(side, slugs, 2);
    const works = Object.entries(sides).map(([name, side]) => [
      name,
      async () => {
        const process = processCpu(side.pid);
        const [before, database] = [await process(), await backends()];
        const { requests } = await load(side, slugs, SECONDS);
        const each = (milliseconds: number) => (1_000 * milliseconds) / requests.total;
        return {
          perSecond: requests.average,
          cpu: each((await process()) - before),
          database: each((await backends()) - database),
        };
      },
    ]);
    const measured = await interleave(
      ROUNDS,
      Object.fromEntries(works) as Record<string, () => Promise<Measured>>,
    );
    const service = medianOf(measured.service!, ({ perSecond }) => perSecond);
    printTable(
      [
        `${slugs.toLocaleString('en')} slug${slugs === 1 ? '' : 's'}`,
        'per second',
        'service ÷ this',
        'CPU µs',
        'database µs',
      ],
      Object.entries(measured).map(([name, rounds]) => {
        const perSecond = medianOf(rounds, round => round.perSecond);
        return [
          name,
          figure(perSecond),
          (service / perSecond).toFixed(2),
          figure(medianOf(rounds, ({ cpu }) => cpu)),
          figure(medianOf(rounds, ({ database }) => database)),
        ];
      }),
    );
  }
}

interface Measured {
  readonly perSecond: number;
  /** Microseconds per increment. */
  readonly cpu: number;
  readonly database: number;
}

async function load({ url, headers }: Side, slugs: number, duration: number) {
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration,
    headers,
    requests: [
      {
        method: 'POST',
        setupRequest: request => ({
          ...request,
          path: `/api/packages/bench-${Math.floor(Math.random() * slugs)}/increment/patch`,
        }),
      },
    ],
  });
  if (result.non2xx + result.errors > 0)
    throw new Error('A call failed; the figures mean nothing.');
  return result;
}
