import { type Cleanup, createCleanup } from './scratch/cleanup.js';

/**
 * `npm run -s drill [-- NAME… --times N]` disturbs services under load and counts what was lost. Prints a row for
 * docs/reliability.md for each failure; exits with 1 if a guarantee did not hold.
 */
const DRILLS: Record<string, () => Promise<{ drill: Drill }>> = {
  failover: () => import('./drills/failover.js'),
  kills: () => import('./drills/kills.js'),
  move: () => import('./drills/move.js'),
  pipelining: () => import('./drills/pipelining.js'),
  restore: () => import('./drills/restore.js'),
  'sign-ins': () => import('./drills/sign-ins.js'),
  standbys: () => import('./drills/standbys.js'),
};

export type Drill = (context: DrillContext) => AsyncIterable<Row>;

interface DrillContext {
  readonly cleanup: Cleanup;
  /** How often to disturb, if given on the command line. */
  readonly times: number | undefined;
  /** Reports progress. */
  readonly say: (text: string) => void;
}

/** The counts for a kind of failure. */
export interface Row {
  readonly what: string;
  readonly times: number;
  readonly counted: Readonly<Record<string, number | string>>;
  readonly holds: boolean;
}

const args = process.argv.slice(2);
const option = args.indexOf('--times');
const times = option < 0 ? undefined : Number(args.splice(option, 2)[1]);
const names = args.length > 0 ? args : Object.keys(DRILLS);
const isWrong = times !== undefined && !(Number.isInteger(times) && times > 0);
if (isWrong || names.some(name => !(name in DRILLS))) {
  const known = Object.keys(DRILLS).join(', ');
  process.stderr.write(`Usage: npm run -s drill [-- NAME… --times N]; names: ${known}\n`);
  process.exit(2);
}

const rows: Row[] = [];
for (const name of names) {
  const { drill } = await DRILLS[name]!();
  await using cleanup = createCleanup();
  const say = (text: string) => void process.stderr.write(`${name}: ${text}\n`);
  for await (const row of drill({ cleanup, times, say })) {
    say(`${row.what}: ${format(row)}`);
    rows.push(row);
  }
}
process.stdout.write('| Failure | Times | Counts | Held |\n|---|---:|---|---|\n');
for (const row of rows) {
  const held = row.holds ? 'yes' : '**no**';
  process.stdout.write(`| ${row.what} | ${row.times} | ${format(row)} | ${held} |\n`);
}
process.exit(rows.every(({ holds }) => holds) ? 0 : 1);

function format({ counted }: Row): string {
  return Object.entries(counted)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
}
