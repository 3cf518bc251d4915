import type { Database } from '@platform/db';
import { printResult, warn } from '@platform/service';
import type { Command } from 'commander';
import { AT_THE_COMMAND_LINE, COMMAND_LINE } from '../../http/principal';
import type { WithTools } from '../../main/config';
import { findOrganizationId } from '../organizations/organizations';
import { findEmail, noSuchAccount } from './accounts';
import { parseEmail } from './email-argument';
import { changeGrants, changeRoles } from './rights';

interface GrantOptions {
  email: string;
  api?: true;
  reports?: true;
  json?: true;
}

interface UpdateOptions {
  email: string;
  operator?: boolean;
  company?: string;
  developer?: boolean;
  json?: true;
}

/** `accounts grant`, `revoke` and `update`. */
export function addRightsCommands(accounts: Command, withTools: WithTools): void {
  addGrantAndRevoke(accounts, withTools);
  addUpdate(accounts, withTools);
}

function addGrantAndRevoke(accounts: Command, withTools: WithTools): void {
  for (const [name, value, description] of [
    ['grant', true, 'grant API access, or report access, which includes it'],
    ['revoke', false, 'withdraw report access, or API access and report access with it'],
  ] as const) {
    accounts
      .command(name)
      .description(`${description}; from the next call on`)
      .requiredOption('--email <address>', 'the account', parseEmail)
      .option('--api', 'API access: to hold and use a secret')
      .option('--reports', 'report access')
      .option('--json', 'both grants as JSON, for scripts')
      .action(async ({ email, api, reports, json }: GrantOptions, command: Command) => {
        if (!api && !reports) command.error(`error: say what to ${name}: --api, --reports or both`);
        const grants = await withTools(async ({ db }) =>
          changeGrants(db, {
            account: { email: await findEmail(db, email) },
            apiAccess: api ? value : null,
            reportAccess: reports ? value : null,
            ...AT_THE_COMMAND_LINE,
          }),
        );
        if (!grants) throw noSuchAccount(email);
        const held = [grants.apiAccess && 'API access', grants.reportAccess && 'report access'];
        const text = `${email} now has ${held.filter(Boolean).join(' and ') || 'neither grant'}.`;
        printResult({ email, ...grants }, { json, text });
      });
  }
}

function addUpdate(accounts: Command, withTools: WithTools): void {
  accounts
    .command('update')
    .description('change roles; from the next call on')
    .requiredOption('--email <address>', 'the account', parseEmail)
    .option('--operator', 'make it an operator')
    .option('--no-operator', 'make it an operator no longer')
    .option('--company <handle>', 'the organization of the Developer role')
    .option('--developer', 'give the Developer role there')
    .option('--no-developer', 'take the Developer role away')
    .option('--json', 'the e-mail as JSON, for scripts')
    .action(async (options: UpdateOptions, command: Command) => {
      const { email, operator, company, developer, json } = options;
      if ((developer === undefined) !== (company === undefined)) {
        command.error('error: --developer and --no-developer go with --company');
      }
      if (operator === undefined && developer === undefined) {
        command.error(
          'error: say what to change: --[no-]operator, or --company with --[no-]developer',
        );
      }
      await withTools(async ({ db }) => {
        const stored = await findEmail(db, email);
        await changeRoles(db, {
          email: stored,
          isOperator: operator ?? null,
          companyId: company === undefined ? null : await findOrganizationId(db, company),
          isDeveloper: developer ?? null,
          actor: COMMAND_LINE,
        });
        if (operator) await warnWithoutApiAccess(db, stored);
      });
      printResult({ email }, { json, text: `${email} is updated.` });
    });
}

async function warnWithoutApiAccess({ prisma }: Database, email: string): Promise<void> {
  const account = await prisma.account.findFirst({
    where: { email },
    select: { apiAccess: true, providerApiAccess: true },
  });
  if (account?.apiAccess || account?.providerApiAccess) return;
  warn(`Its secrets need API access: reporting accounts grant --email ${email} --reports`);
}
