import { query, readStatements } from '@platform/db';
import { print } from '@platform/service';
import { Command } from 'commander';
import type { WithTools } from '../main/config';

const sql = readStatements(__dirname, 'verify-command.sql');

const countDifferences = sql<{ bitmaps: number; counts: number; differing: number }>(
  'count-differences',
);

/** `verify`: recounts whatever triggers keep. */
export function verifyCommand(withTools: WithTools): Command {
  return new Command('verify')
    .description('recount what is derived from the records; exit code 1 where any differs')
    .option('--json', 'the counts as JSON, for scripts')
    .action(({ json }: { json?: true }) =>
      withTools(async ({ db }) => {
        const [counted] = await query(db, countDifferences, { now: new Date() });
        const { bitmaps, counts, differing } = counted!;
        if (json) print(JSON.stringify({ bitmaps, counts, differing }));
        const kept = `${bitmaps} bitmaps and ${counts} counts`;
        if (differing > 0) throw new Error(`${differing} of ${kept} differ.`);
        if (!json) print(`${kept}, none differs.`);
      }),
    );
}
