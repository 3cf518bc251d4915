import type { Organization, Principal } from '@platform/auth';
import type { Requirement } from './requirements';

/** Who called, for which organization, and what the operation asked of them. */
export interface Caller {
  readonly principal: Principal;
  /** Null where none was named and none was needed. */
  readonly organization: Organization | null;
  /** Whether that is an organization that the caller has no access to but as an operator or the platform. */
  readonly isForeign: boolean;
  readonly requirements: ReadonlySet<Requirement>;
}

/** What logs and the audit say of a credential: what opens nothing. */
export function credentialOf(principal: Principal): string {
  return principal.kind === 'platform' ? 'service key' : principal.prefix;
}
