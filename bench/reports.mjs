import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { startReporting } from './processes.mjs';
import { openScratchDatabase } from './scratch-database.mjs';

/**
 * The summary of a whole organization: its statement beside the straightforward one, in turn, with the
 * same rows; then its files, and how much the process grows while it streams them. BENCH_SIZE=small tries
 * it out; the large demonstration takes some minutes to load.
 */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const here = path.dirname(fileURLToPath(import.meta.url));

const database = await openScratchDatabase();
const service = await startReporting(database.url, process.env.BENCH_SIZE ?? 'large');
try {
  await compareStatements();
  await streamFiles();
} finally {
  await service.stop();
  await database.drop();
}

async function compareStatements() {
  const client = new pg.Client({ connectionString: database.url, options: '-c jit=off' });
  await client.connect();
  await client.query('analyze');
  const { rows } = await client.query(
    'select company_id, count(*)::integer as standings from reporting.competency_standing group by 1 order by 2 desc limit 1',
  );
  const [{ company_id: company, standings }] = rows;
  console.log(`${standings.toLocaleString('en')} standings in the organization, milliseconds`);
  const times = { 'straightforward-summary': [], summary: [] };
  const now = new Date();
  const answers = [];
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, all] of Object.entries(times)) {
      const text = readFileSync(path.join(here, `${name}.sql`), 'utf8');
      const start = performance.now();
      const { rows: found } = await client.query({
        text,
        values: [company, now],
        rowMode: 'array',
      });
      all.push(Math.round(performance.now() - start));
      if (round === 0) answers.push(JSON.stringify(found.map(row => row.join()).sort()));
    }
  }
  await client.end();
  if (answers[0] !== answers[1]) throw new Error('the two statements answer differently');
  for (const [name, all] of Object.entries(times)) {
    console.log(`  ${name.padEnd(24)} ${all.join('  ')}   median ${median(all)}`);
  }
  const [theirs, ours] = Object.values(times).map(median);
  console.log(`  ratio ${(theirs / ours).toFixed(2)}`);
}

async function streamFiles() {
  const contacts = await ask('/reporting/directory-contacts');
  const { departments } = await contacts.json();
  const body = JSON.stringify({ departments: departments.map(({ id }) => id) });
  for (const format of ['json', 'csv', 'xlsx']) await stream(format, body);
}

async function stream(format, body) {
  const before = residentMegabytes();
  const start = performance.now();
  const response = await ask(`/reporting/compliance-summaries?format=${format}`, {
    method: 'POST',
    body,
  });
  if (!response.ok) throw new Error(await response.text());
  let [bytes, peak, firstByte] = [0, before, 0];
  for await (const chunk of response.body) {
    firstByte ||= performance.now() - start;
    bytes += chunk.length;
    peak = Math.max(peak, residentMegabytes());
  }
  const seconds = ms => (ms / 1_000).toFixed(1);
  console.log(
    `${format}: ${(bytes / 1e6).toFixed(0)} MB, first byte after ${seconds(firstByte)} s, all after ` +
      `${seconds(performance.now() - start)} s, process grew by ${(peak - before).toFixed(0)} MB from ${before.toFixed(0)} MB`,
  );
}

function ask(path, init = {}) {
  const headers = { ...service.headers, 'content-type': 'application/json' };
  return fetch(service.url + path, { ...init, headers });
}

function median(figures) {
  return [...figures].sort((one, other) => one - other)[figures.length >> 1];
}

function residentMegabytes() {
  const status = readFileSync(`/proc/${service.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)[1]) / 1024;
}
