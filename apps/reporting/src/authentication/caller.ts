import type { Organization, Principal } from '@platform/auth';

/** Who called, and for which organization; null where none was named and none was needed. */
export interface Caller {
  readonly principal: Principal;
  readonly organization: Organization | null;
}
