import { print } from './measure.js';
import { downloads } from './parts/downloads.js';
import { increments } from './parts/increments.js';
import { memory } from './parts/memory.js';
import { reports } from './parts/reports.js';
import { uploads } from './parts/uploads.js';
import { openStage, type Stage } from './stage.js';

/** `npm run bench [-- PART …]` measures each part and its baselines, and prints Markdown tables. */
const PARTS: Readonly<Record<string, (stage: Stage) => Promise<void>>> = {
  increments,
  reports,
  downloads,
  memory,
  uploads,
};

const chosen = process.argv.slice(2);
const unknown = chosen.filter(name => !(name in PARTS));
if (unknown.length > 0) {
  process.stderr.write(
    `Unknown part: ${unknown.join(', ')}; the parts are ${Object.keys(PARTS).join(', ')}.\n`,
  );
  process.exit(2);
}
// As in the services, times without a zone are UTC.
process.env.TZ = 'UTC';
await using stage = await openStage();
const { rows } = await stage.client.query<{ version: string }>(
  "select current_setting('server_version') as version",
);
print(`PostgreSQL ${rows[0]!.version}, Node.js ${process.version}, ${new Date().toISOString()}\n`);
for (const name of chosen.length > 0 ? chosen : Object.keys(PARTS)) {
  const start = performance.now();
  print(`## ${name}\n`);
  await PARTS[name]!(stage);
  print(`(${Math.round((performance.now() - start) / 1000)} s)\n`);
}
