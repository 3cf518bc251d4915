import { printResult } from '@platform/service';
import { Command } from 'commander';
import { COMMAND_LINE } from '../../http/principal';
import type { WithTools } from '../../main/config';
import { endAllSessions } from './sessions';

export function sessionsCommand(withTools: WithTools): Command {
  const sessions = new Command('sessions').description('sessions of people who are signed in');
  sessions
    .command('revoke')
    .description('end the sessions of all accounts, as after a restore; everybody signs in again')
    .requiredOption('--all', 'of all accounts')
    .option('--json', 'how many, as JSON, for scripts')
    .action(({ json }: { json?: true }) =>
      withTools(async ({ db }) => {
        const revoked = await endAllSessions(db, COMMAND_LINE);
        printResult({ revoked }, { json, text: `${revoked} sessions ended.` });
      }),
    );
  return sessions;
}
