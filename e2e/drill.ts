import type { Drill, Row } from './drills/drill.js';
import { createCleanup } from './scratch/cleanup.js';

/**
 * `npm run -s drill [NAME…] [--times N]`: disturbs services under load and counts what was lost. Prints one row of
 * a table for each disturbance; exits with 1 if something that had to hold did not.
 */
const DRILLS: Record<string, () => Promise<{ drill: Drill }>> = {
  clients: () => import('./drills/clients.js'),
  fuzz: () => import('./drills/fuzz.js'),
  isolation: () => import('./drills/isolation.js'),
  kills: () => import('./drills/kills.js'),
  restore: () => import('./drills/restore.js'),
};

const args = process.argv.slice(2);
const option = args.indexOf('--times');
const times = option < 0 ? undefined : Number(args.splice(option, 2)[1]);
const names = args.length > 0 ? args : Object.keys(DRILLS);
const unknown = names.find(name => !(name in DRILLS));
if (unknown !== undefined || (times !== undefined && !(Number.isInteger(times) && times > 0))) {
  process.stderr.write(
    `Usage: npm run -s drill [NAME…] [--times N], of ${Object.keys(DRILLS).join(', ')}\n`,
  );
  process.exit(2);
}

const rows: Row[] = [];
for (const name of names) {
  const { drill } = await DRILLS[name]!();
  const cleanup = createCleanup();
  try {
    for await (const row of drill({ cleanup, times, say: text => say(`${name}: ${text}`) })) {
      say(`${name}: ${row.what}: ${format(row)}`);
      rows.push(row);
    }
  } finally {
    await cleanup.run();
  }
}
process.stdout.write('| What was done | Times | What was counted | Held |\n|---|---:|---|---|\n');
for (const row of rows) {
  process.stdout.write(
    `| ${row.what} | ${row.times} | ${format(row)} | ${row.holds ? 'yes' : '**no**'} |\n`,
  );
}
process.exit(rows.every(({ holds }) => holds) ? 0 : 1);

function format({ counted }: Row): string {
  return Object.entries(counted)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}
