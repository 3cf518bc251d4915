import { Command } from 'commander';
import { COMMAND_LINE, print, type WithTools } from '../../commands';
import { parseEmail } from '../accounts/account-options';
import { findEmail } from '../accounts/find-email';
import { findMember, findOwner } from './find-owner';
import { issuePersonalSecret } from './issue-personal-secret';
import { revokePersonalSecret } from './revoke-personal-secret';

const AT_THE_COMMAND_LINE = { actor: COMMAND_LINE, address: null };

/** `secrets create`, `secrets revoke` (operations, "Commands"). */
export function secretsCommand(withTools: WithTools): Command {
  const secrets = new Command('secrets').description('personal API secrets, one per account');

  secrets
    .command('create')
    .description('generate an account’s secret, replacing the one before, and print it once')
    .requiredOption('--email <email>', 'whose', parseEmail)
    .requiredOption('--company <handle>', 'the organization that it carries')
    .action((named: { email: string; company: string }) =>
      withTools(async ({ db, config: { environment } }) => {
        const owner = await findMember(db, { ...named, email: await findEmail(db, named.email) });
        const { secret } = await issuePersonalSecret(db, {
          ...owner,
          ...AT_THE_COMMAND_LINE,
          environment,
        });
        print(secret);
      }),
    );

  secrets
    .command('revoke')
    .description('revoke an account’s secret; it is refused on its very next call')
    .requiredOption('--email <email>', 'whose', parseEmail)
    .action(({ email }: { email: string }) =>
      withTools(async ({ db }) => {
        const owner = await findOwner(db, await findEmail(db, email));
        const hadSecret = await revokePersonalSecret(db, { ...owner, ...AT_THE_COMMAND_LINE });
        print(hadSecret ? `The secret of ${email} is revoked.` : `${email} has no secret.`);
      }),
    );

  return secrets;
}
