import autocannon from 'autocannon';
import { startBaseline, startService } from './processes.mjs';
import { openScratchDatabase } from './scratch-database.mjs';

/**
 * Increments a second of the service beside the smallest Express handler that upserts, in one run, in
 * turn, under the same load. The ratio is what counts: the machine's own speed cancels out of it.
 */
const CONNECTIONS = 32;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 4);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 5);

const database = await openScratchDatabase();
console.log(
  `PostgreSQL ${database.version}, Node.js ${process.version}, ${CONNECTIONS} connections, ${ROUNDS} rounds of ${SECONDS} s`,
);
const service = await startService(database.url);
const baseline = await startBaseline(database.url);
try {
  for (const slugs of [1, 10_000]) await compare(slugs);
} finally {
  await Promise.all([service.stop(), baseline.stop()]);
  await database.drop();
}

async function compare(slugs) {
  for (const side of [service, baseline]) await measure(side, slugs, 3);
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({
      service: await measure(service, slugs),
      baseline: await measure(baseline, slugs),
    });
  }
  const [ours, theirs] = ['service', 'baseline'].map(side => rounds.map(round => round[side]));
  console.log(
    `\n${slugs.toLocaleString('en')} slug${slugs === 1 ? '' : 's'}, increments per second`,
  );
  console.log(`  service   ${ours.join('  ')}   median ${median(ours)}`);
  console.log(`  baseline  ${theirs.join('  ')}   median ${median(theirs)}`);
  console.log(`  ratio     ${(median(ours) / median(theirs)).toFixed(2)}`);
}

async function measure({ url, headers }, slugs, duration = SECONDS) {
  const toAnySlug = request => ({
    ...request,
    path: `/api/packages/bench-${Math.floor(Math.random() * slugs)}/increment/patch`,
  });
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration,
    headers,
    requests: [{ method: 'POST', setupRequest: toAnySlug }],
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error('a call failed: the figures are worth nothing');
  return Math.round(result.requests.average);
}

function median(figures) {
  const sorted = [...figures].sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : Math.round((sorted[middle - 1] + sorted[middle]) / 2);
}
