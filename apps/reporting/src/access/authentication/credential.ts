import type { Principal } from '@platform/auth';

/** What logs and the audit say of a credential: what opens nothing. */
export function credentialOf(principal: Principal): string {
  return principal.kind === 'platform' ? 'service key' : principal.prefix;
}
