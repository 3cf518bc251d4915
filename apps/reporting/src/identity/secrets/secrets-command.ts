import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { type Database, query, readStatements } from '@platform/db';
import { parseTime, printResult, warn } from '@platform/service';
import { AT_THE_COMMAND_LINE, type PrincipalAccount } from '../../http/principal';
import type { WithTools } from '../../main/config';
import { requireByEmail } from '../accounts/accounts';
import { parseEmail } from '../accounts/email';
import { revokeSecrets } from './revoke-secrets';
import { issuePersonalSecret } from './secrets';

const sql = readStatements(__dirname, 'secrets-command.sql');

interface Named {
  readonly email: string;
  readonly company: string;
}

export function secretsCommand(withTools: WithTools): CommandUnknownOpts {
  const secrets = new Command('secrets').description(
    'manage personal API secrets, one per account',
  );
  addCreate(secrets, withTools);
  addRevoke(secrets, withTools);
  return secrets;
}

function addCreate(secrets: Command, withTools: WithTools): void {
  secrets
    .command('create')
    .description("generate an account's secret, replacing the previous one, and print it once")
    .requiredOption('--email <address>', 'the account', parseEmail)
    .requiredOption('--company <handle>', 'the organization to which the secret is bound')
    .option('--json', 'print the secret and its prefix as JSON')
    .action(({ json, ...named }) =>
      withTools(async ({ db, config: { environment } }) => {
        const { accountId, companyId, ...rights } = await findOwner(db, named);
        const { secret, prefix } = await issuePersonalSecret(db, {
          ...AT_THE_COMMAND_LINE,
          accountId,
          companyId,
          environment,
        });
        printResult({ secret, prefix }, { json, text: secret });
        for (const obstacle of obstacles(rights, named)) warn(obstacle);
      }),
    );
}

function addRevoke(secrets: Command, withTools: WithTools): void {
  secrets
    .command('revoke')
    .description(
      "revoke an account's personal secret, or all secrets of all accounts, for example after a restore",
    )
    .option('--email <address>', 'the account', parseEmail)
    .option('--all', 'all secrets of all accounts and service accounts')
    .option('--issued-before <time>', 'all of them that were issued before this time', parseTime)
    .option('--json', 'print what was revoked as JSON')
    .action(async (options, command) => {
      const { email, all, issuedBefore = null, json } = options;
      if ([email, all, options.issuedBefore].filter(given => given !== undefined).length !== 1) {
        command.error('error: specify what to revoke: --email, --all or --issued-before');
      }
      await withTools(async ({ db }) => {
        if (email !== undefined) return revokeOfAccount(db, email, json);
        const revoked = await revokeSecrets(db, null, { issuedBefore }, AT_THE_COMMAND_LINE);
        printResult({ revoked }, { json, text: `Revoked ${revoked} secrets.` });
      });
    });
}

async function revokeOfAccount(db: Database, email: string, json: true | undefined): Promise<void> {
  const owner = { accountId: (await requireByEmail(db, email)).id };
  const selection = { kind: 'personal' } as const;
  const wasRevoked = (await revokeSecrets(db, [owner], selection, AT_THE_COMMAND_LINE)) > 0;
  const text = wasRevoked ? `Revoked the secret of ${email}.` : `${email} has no secret.`;
  printResult({ email, wasRevoked }, { json, text });
}

interface Rights extends Pick<PrincipalAccount, 'isOperator' | 'apiAccess' | 'reportAccess'> {
  readonly isDisabled: boolean;
  readonly isDeveloper: boolean | null;
}

const find = sql<Rights & { companyId: number }>('find-owner');

/** @throws Error unless the account is a member with access or an operator */
async function findOwner(db: Database, { email, company }: Named) {
  const account = await requireByEmail(db, email);
  const [owner] = await query(db, find, { accountId: account.id, company });
  if (owner) return { accountId: account.id, ...owner };
  throw new Error(`${account.email} is not a member with access to an organization ${company}.`);
}

/** Explains why the new secret would be rejected, with the command that resolves it. */
function obstacles(rights: Rights, { email, company }: Named): string[] {
  const { isDisabled, isOperator, isDeveloper, apiAccess, reportAccess } = rights;
  const found: [boolean, string][] = [
    [isDisabled, `The account is disabled: reporting accounts enable --email ${email}`],
    [
      !apiAccess,
      `The account has no API access, so the secret is rejected: reporting accounts grant --email ${email} --api`,
    ],
    [
      !isOperator && !isDeveloper,
      `The account lacks the Developer role, so reports are denied: reporting accounts update --email ${email} --company ${company} --developer`,
    ],
    [
      !reportAccess,
      `The account has no report access, which most reports require: reporting accounts grant --email ${email} --reports`,
    ],
  ];
  return found.filter(([holds]) => holds).map(([, sentence]) => sentence);
}
