import autocannon from 'autocannon';
import { startReporting } from './processes.mjs';
import { openScratchDatabase } from './scratch-database.mjs';

/**
 * What it costs a request to show who it is: two calls of reporting that answer from memory, one open to
 * everybody, the other for a secret, in turn, in one run. The rest of the second is its authentication.
 */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 4);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 5);
const CALLS = {
  open: '/diagnostic/version',
  authenticated: '/reporting/compliance-summaries/measurements',
  'a page of a report': null,
};

const database = await openScratchDatabase();
const service = await startReporting(database.url);
try {
  const { headers } = service;
  const achievements = await fetch(`${service.url}/reporting/achievement-gaps/achievements`, {
    headers,
  });
  const [{ achievementId }] = (await achievements.json()).items;
  CALLS['a page of a report'] = `/reporting/achievement-gaps?achievementId=${achievementId}`;
  for (const connections of [1, 32]) await compare(connections);
} finally {
  await service.stop();
  await database.drop();
}

async function compare(connections) {
  const times = Object.fromEntries(Object.keys(CALLS).map(name => [name, []]));
  for (const path of Object.values(CALLS)) await measure(path, connections, 2);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, path] of Object.entries(CALLS))
      times[name].push(await measure(path, connections));
  }
  const [open, authenticated, report] = Object.values(times).map(median);
  console.log(`\n${connections} connection${connections === 1 ? '' : 's'}, microseconds a request`);
  for (const [name, all] of Object.entries(times)) {
    console.log(
      `  ${name.padEnd(20)} ${all.map(Math.round).join('  ')}   median ${Math.round(median(all))}`,
    );
  }
  const cost = authenticated - open;
  console.log(
    `  authentication costs ${Math.round(cost)} µs: ${percent(cost / authenticated)} of a call that does`,
  );
  console.log(`  nothing else, ${percent(cost / report)} of a page of a report`);
}

/** The time of one request, were they answered one by one: microseconds. */
async function measure(path, connections, duration = SECONDS) {
  const result = await autocannon({
    url: service.url + path,
    connections,
    duration,
    headers: service.headers,
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error('a call failed: the figures are worth nothing');
  return 1e6 / result.requests.average;
}

function median(figures) {
  const sorted = [...figures].sort((one, other) => one - other);
  return sorted[sorted.length >> 1];
}

function percent(share) {
  return `${Math.round(share * 100)} %`;
}
