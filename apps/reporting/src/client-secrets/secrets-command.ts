import { Command } from 'commander';
import { parseEmail } from '../accounts/account-options';
import { COMMAND_LINE, print, type WithTools } from '../commands';
import { createSecret } from './create-secret';
import { revokeSecret } from './revoke-secret';

/** `secrets create`, `secrets revoke` (operations, "Commands"). */
export function secretsCommand(withTools: WithTools): Command {
  const secrets = new Command('secrets').description('personal API secrets, one per account');

  secrets
    .command('create')
    .description('generate an account’s secret, replacing the one before, and print it once')
    .requiredOption('--email <email>', 'whose', parseEmail)
    .requiredOption('--company <handle>', 'the organization that it carries')
    .action((owner: { email: string; company: string }) =>
      withTools(async ({ db, config: { environment } }) => {
        const { secret } = await createSecret(db, { ...owner, environment, actor: COMMAND_LINE });
        print(secret);
      }),
    );

  secrets
    .command('revoke')
    .description('revoke an account’s secret; it is refused on its very next call')
    .requiredOption('--email <email>', 'whose', parseEmail)
    .action(({ email }: { email: string }) =>
      withTools(async ({ db }) => {
        const hadSecret = await revokeSecret(db, { email, actor: COMMAND_LINE });
        print(hadSecret ? `The secret of ${email} is revoked.` : `${email} has no secret.`);
      }),
    );

  return secrets;
}
