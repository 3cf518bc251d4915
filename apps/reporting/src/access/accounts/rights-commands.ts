import type { Command } from 'commander';
import { COMMAND_LINE, print, type WithTools } from '../../commands';
import { parseEmail } from './account-options';
import { changeGrants } from './change-grants';
import { changeRoles } from './change-roles';
import { findCompanyId } from './find-company';
import { findEmail } from './find-email';
import { noSuchAccount } from './no-such-account';
import { setEnabled } from './set-enabled';

interface GrantOptions {
  email: string;
  api?: true;
  reports?: true;
}

interface UpdateOptions {
  email: string;
  operator?: boolean;
  company?: string;
  developer?: boolean;
}

/** `accounts grant`, `revoke`, `enable`, `disable`, `update`: what an account may do. */
export function addRightsCommands(accounts: Command, withTools: WithTools): void {
  for (const [name, value, description] of [
    ['grant', true, 'grant API access, or report access, which includes it'],
    ['revoke', false, 'take report access away, or API access and report access with it'],
  ] as const) {
    accounts
      .command(name)
      .description(`${description}; from the next call on`)
      .requiredOption('--email <email>', 'whose', parseEmail)
      .option('--api', 'API access: to hold and use a secret')
      .option('--reports', 'report access')
      .action(async ({ email, api, reports }: GrantOptions, command: Command) => {
        if (!api && !reports) command.error(`error: say what to ${name}: --api, --reports or both`);
        const grants = await withTools(async ({ db }) =>
          changeGrants(db, {
            account: { email: await findEmail(db, email) },
            apiAccess: api ? value : null,
            reportAccess: reports ? value : null,
            actor: COMMAND_LINE,
            address: null,
          }),
        );
        if (!grants) throw noSuchAccount(email);
        const held = [grants.apiAccess && 'API access', grants.reportAccess && 'report access'];
        print(`${email} now has ${held.filter(Boolean).join(' and ') || 'neither grant'}.`);
      });
  }

  for (const [name, isEnabled, description] of [
    ['disable', false, 'end the account’s sessions and refuse its secrets, from the next call on'],
    ['enable', true, 'let a disabled account work again'],
  ] as const) {
    accounts
      .command(name)
      .description(description)
      .requiredOption('--email <email>', 'whose', parseEmail)
      .action(async ({ email }: { email: string }) => {
        await withTools(async ({ db }) =>
          setEnabled(db, { email: await findEmail(db, email), isEnabled, actor: COMMAND_LINE }),
        );
        print(`${email} is ${isEnabled ? 'enabled' : 'disabled'}.`);
      });
  }

  accounts
    .command('update')
    .description('change roles; from the next call on')
    .requiredOption('--email <email>', 'whose', parseEmail)
    .option('--operator', 'make it an operator')
    .option('--no-operator', 'make it an operator no more')
    .option('--company <handle>', 'the organization of the Developer role')
    .option('--developer', 'give the Developer role there')
    .option('--no-developer', 'take it away')
    .action(async (options: UpdateOptions, command: Command) => {
      const { email, operator, company, developer } = options;
      if ((developer === undefined) !== (company === undefined)) {
        command.error('error: --developer and --no-developer go with --company');
      }
      if (operator === undefined && developer === undefined) {
        command.error(
          'error: say what to change: --[no-]operator, or --company with --[no-]developer',
        );
      }
      await withTools(async ({ db }) =>
        changeRoles(db, {
          email: await findEmail(db, email),
          isOperator: operator ?? null,
          companyId: company === undefined ? null : await findCompanyId(db, company),
          isDeveloper: developer ?? null,
          actor: COMMAND_LINE,
        }),
      );
      print(`${email} is updated.`);
    });
}
