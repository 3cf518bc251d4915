import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { printResult } from '@platform/service';
import { COMMAND_LINE } from '../../http/principal';
import type { WithTools } from '../../main/config';
import { endAllSessions } from './sessions';

export function sessionsCommand(withTools: WithTools): CommandUnknownOpts {
  const sessions = new Command('sessions').description('manage sessions');
  sessions
    .command('revoke')
    .description('end the sessions of all accounts, for example after a restore')
    .requiredOption('--all', 'end the sessions of all accounts')
    .option('--json', 'print the number as JSON')
    .action(({ json }) =>
      withTools(async ({ db }) => {
        const revoked = await endAllSessions(db, COMMAND_LINE);
        printResult({ revoked }, { json, text: `Ended ${revoked} sessions.` });
      }),
    );
  return sessions;
}
