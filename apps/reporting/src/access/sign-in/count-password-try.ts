import { createHash } from 'node:crypto';
import type { Context } from '../../context';
import { foldEmail } from '../accounts/fold-email';

/**
 * Counts a try of the password of an e-mail, whether there is such an account or not, and wherever it is
 * tried (decisions-reporting, "Principals and scope": 20 an hour of an account). Redis sees no addresses.
 * @throws Problem rate-limited
 */
export async function countPasswordTry({ limits }: Context, email: string): Promise<void> {
  const key = createHash('sha256').update(foldEmail(email)).digest('base64url');
  await limits.signInOfAccount.consume(key);
}
