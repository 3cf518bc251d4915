import type { Count } from '../../http/wire-format';
import type { MembershipHandle } from './accounts.dto';

/**
 * A request to invite members.
 * @example { "company": "acme", "dryRun": true }
 */
export interface InvitationRequest {
  /** The handle of the organization whose members are invited. */
  company: MembershipHandle;
  /** If true, only counts them. Defaults to false. */
  dryRun?: boolean;
}

/**
 * The members of an organization by whether they are invited, each counted once.
 * @example { "invited": 60, "signIn": 12, "invitedBefore": 3, "withoutEmail": 4, "withoutAccess": 2 }
 */
export interface Invitations {
  /** Members who are sent an invitation. */
  invited: Count;
  /** Members who have a password or are linked to the sign-on provider. */
  signIn: Count;
  /** Members whose last invitation is less than a week old. */
  invitedBefore: Count;
  /** Members without an e-mail. */
  withoutEmail: Count;
  /** Members without access to the organization, or with a disabled account. */
  withoutAccess: Count;
}
