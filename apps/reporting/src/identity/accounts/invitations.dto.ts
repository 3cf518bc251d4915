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
  /**
   * Those who are sent an invitation.
   * @isInt
   */
  invited: number;
  /**
   * Those who have a password or are linked to the sign-on provider.
   * @isInt
   */
  signIn: number;
  /**
   * Those whose last invitation is less than a week old.
   * @isInt
   */
  invitedBefore: number;
  /**
   * Those without an e-mail.
   * @isInt
   */
  withoutEmail: number;
  /**
   * Those without access to the organization, and those whose account is disabled.
   * @isInt
   */
  withoutAccess: number;
}
