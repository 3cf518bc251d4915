import { readFileSync } from 'node:fs';
import pg from 'pg';
import { startService } from './processes.mjs';
import { openScratchDatabase } from './scratch-database.mjs';

/** A million packages: how much the process grows while it streams them, and what a page costs where. */
const PACKAGES = 1_000_000;

const database = await openScratchDatabase();
const service = await startService(database.url);
try {
  await fill();
  await readPages(20);
  const before = residentMegabytes();
  for (const [client, pause] of [
    ['fast', 0],
    ['slow', 2],
  ]) {
    const { bytes, peak, firstByte, total } = await streamAll(pause);
    console.log(
      `${client} client: ${(bytes / 1e6).toFixed(0)} MB, first byte after ${firstByte} ms, all after ${total} ms, ` +
        `process grew by ${(peak - before).toFixed(0)} MB from ${before.toFixed(0)} MB`,
    );
  }
  const pages = await readPages(50);
  for (const [place, ms] of Object.entries(pages))
    console.log(`page at the ${place}: median ${ms} ms`);
  console.log(`ratio end / start: ${(pages.end / pages.start).toFixed(2)}`);
} finally {
  await service.stop();
  await database.drop();
}

async function fill() {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(`
    insert into versioning.package (slug, name, major, minor, patch, revision)
    select 'package-' || lpad(n::text, 7, '0'), 'Package ' || n, 1, 2, n % 50, 1
    from generate_series(1, ${PACKAGES}) as n`);
  await client.query('analyze versioning.package');
  await client.end();
}

/** A slow client reads, then waits for `pause` milliseconds, again and again. */
async function streamAll(pause) {
  const start = performance.now();
  const response = await fetch(`${service.url}/api/packages`, { headers: service.headers });
  let [bytes, peak, firstByte] = [0, 0, 0];
  for await (const chunk of response.body) {
    firstByte ||= Math.round(performance.now() - start);
    bytes += chunk.length;
    peak = Math.max(peak, residentMegabytes());
    if (pause > 0) await new Promise(resolve => setTimeout(resolve, pause));
  }
  return { bytes, peak, firstByte, total: Math.round(performance.now() - start) };
}

async function readPages(rounds) {
  const places = { start: 0, middle: PACKAGES / 2, end: PACKAGES - 101 };
  const times = { start: [], middle: [], end: [] };
  for (let round = 0; round < rounds; round++) {
    for (const [place, number] of Object.entries(places)) {
      const after = `package-${String(number).padStart(7, '0')}`;
      const start = performance.now();
      const response = await fetch(`${service.url}/api/packages?limit=100&after=${after}`, {
        headers: service.headers,
      });
      if ((await response.json()).length !== 100) throw new Error('a page is not full');
      times[place].push(performance.now() - start);
    }
  }
  return Object.fromEntries(
    Object.entries(times).map(([place, all]) => {
      const sorted = all.sort((one, other) => one - other);
      return [place, Number(sorted[sorted.length >> 1].toFixed(2))];
    }),
  );
}

function residentMegabytes() {
  const status = readFileSync(`/proc/${service.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)[1]) / 1024;
}
