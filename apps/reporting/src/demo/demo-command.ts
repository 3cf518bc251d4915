import {
  Command,
  type CommandUnknownOpts,
  InvalidArgumentError,
  Option,
} from '@commander-js/extra-typings';
import type { Database } from '@platform/db';
import { printResult } from '@platform/service';
import { lastLine } from '../import/import-command';
import { importRecords } from '../import/import-records';
import type { ImportResult } from '../import/import-run';
import { ProgressDisplay } from '../import/progress';
import type { WithTools } from '../main/config';
import { writeHistory } from './history';
import { estimateRows, SIZES, type Size } from './plan';
import { createDemonstration, type Demonstration } from './sources';

/** `demo [--size small|large|huge] [--seed N]`. */
export function demoCommand(withTools: WithTools): CommandUnknownOpts {
  return new Command('demo')
    .description('load demonstration data, the same for the same seed and day')
    .addOption(
      new Option(
        '--size <size>',
        'small: 40 people, every edge case; large: 111,000 in 60 organizations; huge: 200,000 in one more',
      )
        .choices(SIZES)
        .default('small'),
    )
    .option('--seed <number>', 'a different seed generates different organizations', parseSeed, 1)
    .option('--json', 'print an account that may read reports, and its organization, as JSON')
    .action(({ size, seed, json }) =>
      withTools(async ({ db }) => {
        const now = new Date();
        const demonstration = createDemonstration(size, seed, now);
        const result = await load(db, demonstration, size, now);
        const text = [lastLine(result), ...signIn(demonstration)].join('\n');
        printResult(demonstration.account, { json, text });
      }),
    );
}

async function load(
  db: Database,
  { sources, plan, organizations }: Demonstration,
  size: Size,
  now: Date,
): Promise<ImportResult> {
  const rows = estimateRows(plan);
  // The history is the fourth pass.
  const progress = new ProgressDisplay(process.stderr, rows, 4);
  try {
    const source = `demo ${size}`;
    const result = await importRecords(db, sources, { source, allowOperators: true, progress });
    progress.begin('Writing two years of history');
    const onOrganization = ({ members }: { members: number }) =>
      progress.advance(Math.floor((result.read * members) / plan.members));
    await writeHistory(db, organizations, { size, now, onOrganization });
    return result;
  } finally {
    progress.end();
  }
}

/** No account has a password yet. */
function signIn({ account: { email, company }, operator }: Demonstration): string[] {
  return [
    `${email} reads the reports of ${company}, ${operator} is an operator. Give one of them a password:`,
    `  reporting accounts set-password --email ${email}`,
  ];
}

function parseSeed(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected a whole number of at most nine digits.');
}
