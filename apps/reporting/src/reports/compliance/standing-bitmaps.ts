import { type Database, query, readStatement } from '@platform/db';
import type { Log } from '@platform/http';
import { Command } from 'commander';
import { print, type WithTools } from '../../command-output';

const renew = readStatement<{ renewed: number }>(__dirname, 'renew-bitmaps.sql');
const countDifferences = readStatement<{ bitmaps: number; differing: number }>(
  __dirname,
  'count-bitmap-differences.sql',
);

/** Bitmaps of one transaction, whose members it locks. */
const MOST = 500;

/**
 * Renews the bitmaps (migration standing_bitmap) in which a standing has expired. Reports are exact without
 * it, and slower. A failure is left to the next run.
 */
export async function renewStandingBitmaps({
  db,
  log,
  most = MOST,
}: {
  readonly db: Database;
  readonly log: Log;
  readonly most?: number;
}): Promise<void> {
  try {
    let renewed: number;
    do {
      renewed = (await query(db, renew, { most }))[0]!.renewed;
    } while (renewed > 0);
  } catch (error) {
    log.warn({ err: error }, 'bitmaps of standings were not renewed');
  }
}

/** `verify`: recounts every bitmap. */
export function verifyCommand(withTools: WithTools): Command {
  return new Command('verify')
    .description(
      'check the bitmaps of standings against the standings; exit code 1 where any differs',
    )
    .option('--json', 'the counts as JSON, for scripts')
    .action(({ json }: { json?: true }) =>
      withTools(async ({ db }) => {
        const [counted] = await query(db, countDifferences);
        const { bitmaps, differing } = counted!;
        if (json) print(JSON.stringify({ bitmaps, differing }));
        if (differing > 0) throw new Error(`${differing} of ${bitmaps} bitmaps differ.`);
        if (!json) print(`${bitmaps} bitmaps, none differs.`);
      }),
    );
}
