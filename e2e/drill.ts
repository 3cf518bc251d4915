import type { Drill, Row } from './drills/drill.js';
import { createCleanup } from './scratch/cleanup.js';

/**
 * `npm run -s drill [NAME…] [--times N] [--seconds N]`: disturbs services under load and counts what was lost.
 * Prints one row of a table for each disturbance; exits with 1 if something that had to hold did not.
 */
const DRILLS: Record<string, () => Promise<{ drill: Drill }>> = {
  audit: () => import('./drills/audit.js'),
  clients: () => import('./drills/clients.js'),
  clock: () => import('./drills/clock.js'),
  failover: () => import('./drills/failover.js'),
  fuzz: () => import('./drills/fuzz.js'),
  imports: () => import('./drills/imports.js'),
  isolation: () => import('./drills/isolation.js'),
  jobs: () => import('./drills/jobs.js'),
  kills: () => import('./drills/kills.js'),
  mail: () => import('./drills/mail.js'),
  network: () => import('./drills/network.js'),
  overload: () => import('./drills/overload.js'),
  pipelining: () => import('./drills/pipelining.js'),
  patroni: () => import('./drills/patroni.js'),
  resources: () => import('./drills/resources.js'),
  restore: () => import('./drills/restore.js'),
  'sign-ins': () => import('./drills/sign-ins.js'),
  standby: () => import('./drills/standby.js'),
};

const args = process.argv.slice(2);
const times = takeOption('--times');
const seconds = takeOption('--seconds');
const names = args.length > 0 ? args : Object.keys(DRILLS);
if (names.some(name => !(name in DRILLS)) || isWrong(times) || isWrong(seconds)) {
  process.stderr.write(
    `Usage: npm run -s drill [NAME…] [--times N] [--seconds N], of ${Object.keys(DRILLS).join(', ')}\n`,
  );
  process.exit(2);
}

const rows: Row[] = [];
for (const name of names) {
  const { drill } = await DRILLS[name]!();
  const cleanup = createCleanup();
  try {
    for await (const row of drill({
      cleanup,
      times,
      seconds,
      say: text => say(`${name}: ${text}`),
    })) {
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

function takeOption(name: string): number | undefined {
  const index = args.indexOf(name);
  return index < 0 ? undefined : Number(args.splice(index, 2)[1]);
}

function isWrong(option: number | undefined): boolean {
  return option !== undefined && !(Number.isInteger(option) && option > 0);
}

function format({ counted }: Row): string {
  return Object.entries(counted)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}
