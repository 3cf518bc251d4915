import type { Command } from '@commander-js/extra-typings';
import type { Database } from '@platform/db';
import { printResult, warn } from '@platform/service';
import { AT_THE_COMMAND_LINE } from '../../http/principal';
import type { WithTools } from '../../main/config';
import { requireOrganizationId } from '../organizations/organizations';
import { type FoundAccount, requireByEmail } from './accounts';
import { parseEmail } from './email';
import { changeGrants, changeRoles } from './rights';

export function addRightsCommands(accounts: Command, withTools: WithTools): void {
  addGrantAndRevoke(accounts, withTools);
  addUpdate(accounts, withTools);
}

function addGrantAndRevoke(accounts: Command, withTools: WithTools): void {
  for (const [name, value, description] of [
    ['grant', true, 'grant API access, or report access, which includes it'],
    ['revoke', false, 'withdraw report access, or API access together with report access'],
  ] as const) {
    accounts
      .command(name)
      .description(`${description}; takes effect from the next request on`)
      .requiredOption('--email <address>', 'the account', parseEmail)
      .option('--api', 'API access, which allows using a secret')
      .option('--reports', 'report access')
      .option('--json', 'print both grants as JSON')
      .action(async ({ email, api, reports, json }, command) => {
        if (!api && !reports)
          command.error(`error: specify what to ${name}: --api, --reports or both`);
        const change = { apiAccess: api ? value : null, reportAccess: reports ? value : null };
        const grants = await withTools(async ({ db }) =>
          changeGrants(db, (await requireByEmail(db, email)).uuid, change, AT_THE_COMMAND_LINE),
        );
        const held = [grants.apiAccess && 'API access', grants.reportAccess && 'report access'];
        const text = `${email} now has ${held.filter(Boolean).join(' and ') || 'neither grant'}.`;
        printResult({ email, ...grants }, { json, text });
      });
  }
}

function addUpdate(accounts: Command, withTools: WithTools): void {
  accounts
    .command('update')
    .description('change roles; takes effect from the next request on')
    .requiredOption('--email <address>', 'the account', parseEmail)
    .option('--operator', 'grant operator rights')
    .option('--no-operator', 'remove operator rights')
    .option('--company <handle>', 'the organization for the Developer role')
    .option('--developer', 'assign the Developer role')
    .option('--no-developer', 'remove the Developer role')
    .option('--json', 'print the e-mail as JSON')
    .action(async (options, command) => {
      const { email, operator, company, developer, json } = options;
      if ((developer === undefined) !== (company === undefined)) {
        command.error('error: --developer and --no-developer require --company');
      }
      if (operator === undefined && developer === undefined) {
        command.error(
          'error: specify what to change: --[no-]operator, or --company with --[no-]developer',
        );
      }
      await withTools(async ({ db }) => {
        const account = await requireByEmail(db, email);
        await changeRoles(db, account, {
          isOperator: operator,
          isDeveloper: developer,
          companyId: company === undefined ? null : await requireOrganizationId(db, company),
        });
        if (operator) await warnWithoutApiAccess(db, account);
      });
      printResult({ email }, { json, text: `${email} was updated.` });
    });
}

async function warnWithoutApiAccess(
  { prisma }: Database,
  { id, email }: FoundAccount,
): Promise<void> {
  const account = await prisma.account.findUnique({
    where: { id },
    select: { apiAccess: true, providerApiAccess: true },
  });
  if (account?.apiAccess || account?.providerApiAccess) return;
  warn(
    `Secrets of this account require API access: reporting accounts grant --email ${email} --reports`,
  );
}
