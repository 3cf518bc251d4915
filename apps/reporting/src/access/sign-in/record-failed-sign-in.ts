import type { Database } from '@platform/db';
import { recordEvent } from '../audit/record-event';

export interface FailedSignIn {
  /** The account that was tried; null where there is none that could have signed in. */
  readonly account: { readonly accountId: number; readonly email: string } | null;
  readonly by: 'password' | 'single sign-on';
  readonly address: string | null;
  /** The organization that refused it, if one did. */
  readonly companyId?: number | null;
  /** What it was refused with, where it was more than a wrong password. */
  readonly code?: string;
}

/** Records a sign-in that failed. Nothing of an unknown address is kept: people type passwords into the wrong field. */
export async function recordFailedSignIn(
  db: Database,
  { account, by, address, companyId = null, code }: FailedSignIn,
): Promise<void> {
  await recordEvent(db, {
    kind: 'sign-in-failed',
    actor: account?.email ?? 'unknown account',
    accountId: account?.accountId ?? null,
    companyId,
    address,
    detail: { by, code },
  });
}
