import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { query, readStatement } from '@platform/db';
import { print } from '@platform/service';
import type { WithTools } from '../main/config';

const countDifferences = readStatement<{ bitmaps: number; counts: number; differing: number }>(
  __dirname,
  'verify-command.sql',
);

/** `verify`: checks the data that triggers maintain. */
export function verifyCommand(withTools: WithTools): CommandUnknownOpts {
  return new Command('verify')
    .description('check data derived from the records; exit with code 1 if any differs')
    .option('--json', 'print the counts as JSON')
    .action(({ json }) =>
      withTools(async ({ db }) => {
        const [counted] = await query(db, countDifferences, { now: new Date() });
        const { bitmaps, counts, differing } = counted!;
        if (json) print(JSON.stringify({ bitmaps, counts, differing }));
        const kept = `${bitmaps} bitmaps and ${counts} counts`;
        if (differing > 0) throw new Error(`${differing} of ${kept} differ.`);
        if (!json) print(`All ${kept} match.`);
      }),
    );
}
