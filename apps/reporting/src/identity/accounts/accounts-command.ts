import {
  Command,
  type CommandUnknownOpts,
  InvalidArgumentError,
} from '@commander-js/extra-typings';
import { transaction } from '@platform/db';
import { parseName } from '@platform/http/field-values';
import { print, printResult, report, textTable } from '@platform/service';
import { isInvisible } from '../../http/hidden-characters';
import { AT_THE_COMMAND_LINE } from '../../http/principal';
import type { WithTools } from '../../main/config';
import { requireOrganizationId } from '../organizations/organizations';
import { setPassword } from '../sign-in/passwords';
import { createAccount, listAccounts, requireByEmail, setEnabled } from './accounts';
import type { Account } from './accounts.dto';
import { parseEmail, parseNewEmail } from './email';
import { readPassword } from './read-password';
import { addRightsCommands } from './rights-commands';

const DEFAULT_LIMIT = 50;

export function accountsCommand(withTools: WithTools): CommandUnknownOpts {
  const accounts = new Command('accounts').description('manage accounts and their rights');
  addCreate(accounts, withTools);
  addList(accounts, withTools);
  addSetPassword(accounts, withTools);
  addDisableAndEnable(accounts, withTools);
  addRightsCommands(accounts, withTools);
  return accounts;
}

function addCreate(accounts: Command, withTools: WithTools): void {
  accounts
    .command('create')
    .description('create an account without a password; operators get both grants, others none')
    .requiredOption('--email <address>', 'the e-mail address for signing in', parseNewEmail)
    .requiredOption('--name <name>', "the owner's name", parseAccountName)
    .option('--company <handle>', 'an organization to join, with access')
    .option('--operator', 'grant operator rights: all organizations and operator endpoints')
    .option('--developer', 'assign the Developer role in that organization')
    .option('--json', 'print the ID and e-mail as JSON')
    .addHelpText('after', FIRST_OPERATOR)
    .action(async (options, command) => {
      if (options.developer && options.company === undefined) {
        command.error(
          'error: --developer requires --company, because it is a role in an organization',
        );
      }
      const { email, name, company, json, operator: isOperator = false } = options;
      const id = await withTools(async ({ db }) => {
        const membership = company !== undefined && {
          companyId: await requireOrganizationId(db, company),
          hasAccess: true,
          isDeveloper: options.developer ?? false,
          keepsRecords: null,
        };
        const memberships = membership ? [membership] : [];
        const grants = { isOperator, apiAccess: isOperator, reportAccess: isOperator };
        const account = { email, name, ...grants, memberships };
        return (await transaction(db, tx => createAccount(tx, account, AT_THE_COMMAND_LINE))).uuid;
      });
      printResult({ id, email }, { json, text: id });
    });
}

function addList(accounts: Command, withTools: WithTools): void {
  accounts
    .command('list')
    .description('list accounts by name')
    .option(
      '--q <text>',
      'only accounts whose name has all these words, or whose e-mail contains them',
    )
    .option('--limit <number>', 'max number of accounts; 0 lists all', parseLimit, DEFAULT_LIMIT)
    .option('--json', 'print the accounts as JSON')
    .action(({ q, limit, json }) =>
      withTools(async ({ db }) => {
        const page = { page: 1, pageSize: limit === 0 ? 10 ** 9 : limit, offset: 0 };
        const { items, total } = await listAccounts(db, { q: q ?? null }, page);
        print(json ? JSON.stringify(items, null, 2) : accountTable(items));
        if (items.length < total) {
          report(
            `${items.length} of ${total} accounts. Narrow the list with --q, or list all with --limit 0.`,
          );
        }
      }),
    );
}

function addSetPassword(accounts: Command, withTools: WithTools): void {
  accounts
    .command('set-password')
    .description("set a password, read from a prompt or a pipe, and end the account's sessions")
    .requiredOption('--email <address>', 'the account', parseEmail)
    .option('--json', 'print the e-mail as JSON')
    .action(async ({ email, json }) => {
      await withTools(async ({ db }) => {
        const account = await requireByEmail(db, email);
        await setPassword(db, account, await readPassword(process.stdin, process.stderr));
      });
      printResult({ email }, { json, text: `The password of ${email} was set.` });
    });
}

function addDisableAndEnable(accounts: Command, withTools: WithTools): void {
  for (const [name, isEnabled, description] of [
    [
      'disable',
      false,
      "end the account's sessions and reject its secrets, from the next request on",
    ],
    ['enable', true, 'enable a disabled account'],
  ] as const) {
    accounts
      .command(name)
      .description(description)
      .requiredOption('--email <address>', 'the account', parseEmail)
      .option('--json', 'print the e-mail and state as JSON')
      .action(async ({ email, json }) => {
        await withTools(async ({ db }) =>
          setEnabled(db, (await requireByEmail(db, email)).id, isEnabled),
        );
        const text = `${email} is ${isEnabled ? 'enabled' : 'disabled'}.`;
        printResult({ email, isEnabled }, { json, text });
      });
  }
}

const FIRST_OPERATOR = `
The first operator:
  reporting accounts create --email you@example.org --name "Your Name" --operator
  reporting accounts set-password --email you@example.org
  then sign in, or with an organization: reporting secrets create --email you@example.org --company HANDLE
`;

/** @throws InvalidArgumentError */
function parseAccountName(text: string): string {
  try {
    return parseName('Name', isInvisible(text) ? '' : text, 200);
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message);
  }
}

function parseLimit(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected a whole number of at most nine digits; 0 lists all.');
}

function accountTable(accounts: readonly Account[]): string {
  if (accounts.length === 0) return 'No accounts found.';
  return textTable([
    ['E-MAIL', 'NAME', 'RIGHTS', 'SECRET', 'STATE', 'ORGANIZATIONS'],
    ...accounts.map(account => [
      account.email ?? '-',
      account.name,
      rights(account),
      account.secretPrefix === null ? '-' : `${account.secretPrefix}…`,
      account.isEnabled ? 'enabled' : 'disabled',
      organizations(account),
    ]),
  ]);
}

function rights(account: Account): string {
  const provided = account.fromProvider && named(account.fromProvider);
  const parts = [named(account), provided && `${provided} (sign-on)`];
  return parts.filter(Boolean).join(' ') || '-';
}

type Rights = Pick<Account, 'isOperator' | 'apiAccess' | 'reportAccess'>;

function named({ isOperator, apiAccess, reportAccess }: Rights): string {
  const held = [isOperator && 'operator', apiAccess && 'api', reportAccess && 'reports'];
  return held.filter(Boolean).join(',');
}

function organizations({ organizations: memberships }: Account): string {
  const described = memberships.map(
    ({ handle, hasAccess, isDeveloper, keepsRecords, fromProvider }) => {
      const provided =
        fromProvider && (fromProvider.isDeveloper ? 'developer from sign-on' : 'from sign-on');
      const notes = [
        isDeveloper && 'developer',
        keepsRecords && 'keeps records',
        provided,
        !hasAccess && !provided && 'no access',
      ]
        .filter(Boolean)
        .join(', ');
      return notes === '' ? handle : `${handle} (${notes})`;
    },
  );
  return described.join(', ') || '-';
}
