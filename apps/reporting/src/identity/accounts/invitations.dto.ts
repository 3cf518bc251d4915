import type { Count } from '../../http/wire-format';
import type { MembershipHandle } from './accounts.dto';

/**
 * Whom to invite.
 * @example { "company": "acme", "dryRun": true }
 */
export interface InvitationRequest {
  /** The handle of the organization whose members are invited. */
  company: MembershipHandle;
  /** Whether they are only counted. Left out: no. */
  dryRun?: boolean;
}

/**
 * The members of an organization, each counted once.
 * @example { "invited": 60, "signIn": 12, "invitedBefore": 3, "withoutEmail": 4, "withoutAccess": 2 }
 */
export interface Invitations {
  /** Those who are sent an invitation. */
  invited: Count;
  /** Those who have a password or are linked to the sign-on provider. */
  signIn: Count;
  /** Those whose last invitation is less than a week old. */
  invitedBefore: Count;
  /** Those without an e-mail. */
  withoutEmail: Count;
  /** Those without access to the organization, and those whose account is disabled. */
  withoutAccess: Count;
}
