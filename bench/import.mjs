import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import copyStreams from 'pg-copy-streams';
import { openScratchDatabase } from './scratch-database.mjs';

/**
 * A million tickets: rows a second of `reporting import`, checked and resolved and applied, beside a bare
 * COPY of the same rows, with their inner keys, into the same table with the same indexes and references.
 */
const TICKETS = 1_000_000;
const MEMBERS = 20_000;
const ACHIEVEMENTS = 100;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 2);

const require = createRequire(import.meta.url);
const { createDatabase, migrate } = require('@platform/db');
const { importRecords } = require('../apps/reporting/dist/import/import-records.js');

const scratch = await openScratchDatabase();
await migrate(scratch.url);
const db = createDatabase({
  url: scratch.url,
  poolSize: 2,
  statementTimeout: 3_600_000,
  applicationName: 'bench',
});
const client = new pg.Client({ connectionString: scratch.url });
await client.connect();
const folder = await mkdtemp(path.join(tmpdir(), 'bench-import-'));
const copyFile = path.join(folder, 'tickets.copy');
let peak = 0;
const sampler = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, 50);

try {
  console.log(
    `PostgreSQL ${scratch.version}, Node.js ${process.version}, ${TICKETS.toLocaleString('en')} tickets`,
  );
  await importRecords(db, sources(organization()), { source: 'bench' });
  for (let round = 1; round <= ROUNDS; round++) {
    await client.query('truncate reporting.ticket');
    peak = 0;
    const imported = await seconds(() =>
      importRecords(db, sources({ 'tickets.csv': tickets }), { source: 'bench' }),
    );
    const importPeak = peak;
    await pipeline(
      client.query(copyStreams.to('copy reporting.ticket to stdout')),
      createWriteStream(copyFile),
    );
    await client.query('truncate reporting.ticket');
    const copied = await seconds(() =>
      pipeline(
        createReadStream(copyFile),
        client.query(copyStreams.from('copy reporting.ticket from stdin')),
      ),
    );
    const [ours, bare] = [imported, copied].map(time => Math.round(TICKETS / time));
    console.log(
      `round ${round}: import ${ours} rows/s, bare COPY ${bare} rows/s, ratio ${(ours / bare).toFixed(2)}, ` +
        `peak of the process ${(importPeak / 2 ** 20).toFixed(0)} MB`,
    );
  }
} finally {
  clearInterval(sampler);
  await client.end();
  await db.close();
  await scratch.drop();
  await rm(folder, { recursive: true, force: true });
}

async function seconds(work) {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1_000;
}

function sources(files) {
  return Object.fromEntries(
    Object.entries(files).map(([name, rows]) => [name, () => Readable.from(pieces(rows()))]),
  );
}

function* pieces(lines) {
  let text = '';
  for (const line of lines) {
    text += `${line}\n`;
    if (text.length < 65_536) continue;
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(text);
}

function uuid(kind, number) {
  return `${kind}-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

function organization() {
  const numbers = count => Array.from({ length: count }, (_, number) => number);
  const company = uuid('c0000000', 1);
  return {
    'companies.csv': () => ['id,handle,name', `${company},bench,Bench`],
    'accounts.csv': () => [
      'id,email,name,isOperator,apiAccess,reportAccess',
      ...numbers(MEMBERS).map(
        n => `${uuid('a0000000', n)},${n}@bench.example,Person ${n},false,false,false`,
      ),
    ],
    'members.csv': () => [
      'id,companyId,accountId,code,personType,jobTitle,hasAccess,isDeveloper',
      ...numbers(MEMBERS).map(
        n => `${uuid('b0000000', n)},${company},${uuid('a0000000', n)},,Employee,,true,false`,
      ),
    ],
    'achievements.csv': () => [
      'id,companyId,name,type',
      ...numbers(ACHIEVEMENTS).map(
        n => `${uuid('e0000000', n)},${company},Achievement ${n},Orientations`,
      ),
    ],
  };
}

function* tickets() {
  yield 'id,memberId,achievementId,isRequired,status,issuedAt,expiresAt';
  for (let n = 0; n < TICKETS; n++) {
    const member = uuid('b0000000', (n * 7919) % MEMBERS);
    const achievement = uuid('e0000000', n % ACHIEVEMENTS);
    yield `${uuid('d0000000', n)},${member},${achievement},true,Valid,2025-01-15T00:00:00Z,2028-01-15T00:00:00Z`;
  }
}
