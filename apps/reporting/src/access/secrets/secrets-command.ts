import { type Database, query, readStatement } from '@platform/db';
import { Command } from 'commander';
import { AT_THE_COMMAND_LINE, printResult, type WithTools, warn } from '../../command-output';
import { findEmail } from '../accounts/accounts';
import { parseEmail } from '../accounts/email';
import { issuePersonalSecret, revokePersonalSecret } from './personal-secrets';

interface Named {
  email: string;
  company: string;
  json?: true;
}

/** `secrets create`, `secrets revoke` (docs/contract/operation.md, "Commands"). */
export function secretsCommand(withTools: WithTools): Command {
  const secrets = new Command('secrets').description('personal API secrets, one per account');

  secrets
    .command('create')
    .description("generate an account's secret, replacing the one before, and print it once")
    .requiredOption('--email <address>', 'the account', parseEmail)
    .requiredOption('--company <handle>', 'the organization that the secret carries')
    .option('--json', 'secret and prefix as JSON, for scripts')
    .action(({ email, company, json }: Named) =>
      withTools(async ({ db, config: { environment } }) => {
        const owner = await findOwner(db, { email: await findEmail(db, email), company });
        const { accountId, companyId } = owner;
        const { secret, prefix } = await issuePersonalSecret(db, {
          ...AT_THE_COMMAND_LINE,
          accountId,
          companyId,
          environment,
        });
        printResult({ secret, prefix }, { json, text: secret });
        for (const obstacle of obstacles(owner, { email, company })) warn(obstacle);
      }),
    );

  secrets
    .command('revoke')
    .description("revoke an account's secret; it is refused on its next call")
    .requiredOption('--email <address>', 'the account', parseEmail)
    .option('--json', 'whether there was one, as JSON, for scripts')
    .action(({ email, json }: { email: string; json?: true }) =>
      withTools(async ({ db }) => {
        const { accountId } = await findAccount(db, await findEmail(db, email));
        const wasRevoked = await revokePersonalSecret(db, { accountId, ...AT_THE_COMMAND_LINE });
        const text = wasRevoked ? `The secret of ${email} is revoked.` : `${email} has no secret.`;
        printResult({ email, wasRevoked }, { json, text });
      }),
    );

  return secrets;
}

interface Owner {
  accountId: number;
  isOperator: boolean;
  apiAccess: boolean;
  reportAccess: boolean;
  isDisabled: boolean;
  /** The organization of the handle where the account is a member with access or an operator, else null. */
  companyId: number | null;
  isDeveloper: boolean | null;
}

const find = readStatement<Owner>(__dirname, 'find-owner.sql');

async function findAccount(db: Database, email: string): Promise<Owner> {
  const [owner] = await query(db, find, { email, company: null });
  return owner!;
}

/** @throws Error in a sentence when the account is neither a member, with access, nor an operator */
async function findOwner(
  db: Database,
  named: { email: string; company: string },
): Promise<Owner & { companyId: number }> {
  const [owner] = await query(db, find, named);
  if (owner?.companyId) return { ...owner, companyId: owner.companyId };
  throw new Error(
    `${named.email} is not a member, with access, of an organization ${named.company}.`,
  );
}

/** Why the new secret would be refused, and the command that changes it. */
function obstacles(owner: Owner, { email, company }: Named): string[] {
  const { isDisabled, isOperator, isDeveloper, apiAccess, reportAccess } = owner;
  const found: [boolean, string][] = [
    [isDisabled, `The account is disabled: reporting accounts enable --email ${email}`],
    [
      !apiAccess,
      `The account has no API access, so the secret is refused: reporting accounts grant --email ${email} --api`,
    ],
    [
      !isOperator && !isDeveloper,
      `The account lacks the Developer role, so reports are refused: reporting accounts update --email ${email} --company ${company} --developer`,
    ],
    [
      !reportAccess,
      `The account has no report access, which most reports need: reporting accounts grant --email ${email} --reports`,
    ],
  ];
  return found.filter(([holds]) => holds).map(([, sentence]) => sentence);
}
