import { Command } from 'commander';
import { COMMAND_LINE, print, type WithTools } from '../../commands';
import { parseAccountName, parseEmail, parseNewEmail } from './account-options';
import { accountTable } from './account-table';
import { createAccount } from './create-account';
import { findCompanyId } from './find-company';
import { findEmail } from './find-email';
import { listAccounts } from './list-accounts';
import { readPassword } from './read-password';
import { addRightsCommands } from './rights-commands';
import { setPassword } from './set-password';

interface CreateOptions {
  email: string;
  name: string;
  company?: string;
  operator?: true;
  developer?: true;
}

/** `accounts …` (operations, "Commands"). */
export function accountsCommand(withTools: WithTools): Command {
  const accounts = new Command('accounts').description('who may sign in, and what they may do');

  accounts
    .command('create')
    .description('make an account, without a password and without grants')
    .requiredOption('--email <email>', 'what it signs in with', parseNewEmail)
    .requiredOption('--name <name>', 'the name for people', parseAccountName)
    .option('--company <handle>', 'the organization that it joins, with access')
    .option('--operator', 'every right, in every organization')
    .option('--developer', 'the Developer role in that organization')
    .action(async (options: CreateOptions, command: Command) => {
      if (options.developer && options.company === undefined) {
        command.error('error: --developer is a role in an organization: name it with --company');
      }
      await withTools(async ({ db }) => {
        const { email, name, company } = options;
        const id = await createAccount(db, {
          email,
          name,
          isOperator: options.operator ?? false,
          companyId: company === undefined ? null : await findCompanyId(db, company),
          isDeveloper: options.developer ?? false,
          actor: COMMAND_LINE,
        });
        print(id);
      });
    });

  accounts
    .command('list')
    .description('the accounts by name')
    .option('--q <text>', 'those whose name has all these words, or whose e-mail contains them')
    .option('--json', 'as JSON, for scripts')
    .action(({ q, json }: { q?: string; json?: true }) =>
      withTools(async ({ db }) => {
        const { items } = await listAccounts(db, q ?? null);
        print(json ? JSON.stringify(items, null, 2) : accountTable(items));
      }),
    );

  accounts
    .command('set-password')
    .description('set a password, read from standard input, and end the account’s sessions')
    .requiredOption('--email <email>', 'whose', parseEmail)
    .action(async ({ email }: { email: string }) => {
      const password = await readPassword(process.stdin);
      await withTools(async ({ db }) =>
        setPassword(db, { email: await findEmail(db, email), password, actor: COMMAND_LINE }),
      );
      print(`The password of ${email} is set.`);
    });

  addRightsCommands(accounts, withTools);
  return accounts;
}
