import {
  type Database,
  inSlices,
  query,
  readStatement,
  readStatements,
  retryConflict,
  type Transaction,
  transaction,
} from '@platform/db';
import type { Job } from '@platform/jobs';
import type { Context } from '../../main/context';
import { hasLookalike, isEmail, keptEmail } from '../accounts/email';
import { lockAccount } from '../accounts/operators';
import { revokeSecrets } from '../secrets/revoke-secrets';
import type { SignedOn } from '../sign-in/sessions';
import type { Identity } from './claims';
import { grantsAnyRight, type ProvidedRights } from './claims';

const sql = readStatements(__dirname, 'provider-rights.sql');

type LinkedIdentity = Omit<Identity, 'emailFault'>;

const link = sql<{ accountId: number }>('link-identity');
const create = sql('create-provided-account');
const set = readStatement(__dirname, 'set-provider-rights.sql');
const findExpired = sql<{ accountId: number }>('find-expired-rights');
const findUnusable = sql<{ accountId: number; companyId: number }>('find-unusable-secrets');
const find = sql<SignedOn>('find-signed-on');
const explain = sql<{ reason: string }>('explain-refusal');

/** Returns a person's account and sets its rights from the provider; null if there is none. */
export function linkAccountAndRights(
  { db, config }: Context,
  identity: LinkedIdentity,
  rights: ProvidedRights,
  address: string | null,
): Promise<SignedOn | null> {
  const actor = nameOfProvider(identity.issuer);
  const linkOnce = async (tx: Transaction) => {
    const { issuer, subject, verifiedEmail, memberCode, name } = identity;
    const linkCompany = config.oidcLinkClaim?.company ?? null;
    const person = { issuer, subject, memberCode, linkCompany };
    let accountId = await linkAccount(tx, { ...person, verifiedEmail });
    if (accountId === null && config.oidcCreateAccounts && grantsAnyRight(rights)) {
      if (verifiedEmail !== null && isEmail(verifiedEmail) && !hasLookalike(verifiedEmail)) {
        const email = keptEmail(verifiedEmail);
        await query(tx, create, { ...person, email, name: name ?? email, actor, address });
      }
      accountId = await linkAccount(tx, { ...person, verifiedEmail });
    }
    if (accountId === null) return null;
    await lockAccount(tx, accountId);
    await lapse(tx, actor, accountId);
    const { memberships, ...everywhere } = rights;
    await query(tx, set, {
      ...everywhere,
      handles: memberships.map(({ handle }) => handle),
      developers: memberships.map(({ isDeveloper }) => isDeveloper),
      accountId,
      actor,
      address,
      reason: null,
      seconds: config.oidcGrantsMaxAge / 1_000,
    });
    return (await query(tx, find, { accountId }))[0]!;
  };
  // A concurrent import or operator may add the same membership.
  return retryConflict(() => transaction(db, linkOnce));
}

/** Explains for the log why a person with a verified e-mail has no account. */
export async function explainRefusal(
  db: Database,
  { issuer, subject, verifiedEmail }: LinkedIdentity,
): Promise<string> {
  const [found] = await query(db, explain, { issuer, subject, verifiedEmail });
  return found?.reason ?? 'no account has the e-mail address';
}

/** Looks twice, because only one of two concurrent first sign-ins creates the link. */
async function linkAccount(
  tx: Transaction,
  person: Omit<LinkedIdentity, 'name'> & { readonly linkCompany: string | null },
): Promise<number | null> {
  const [linked] = await query(tx, link, person);
  const found = linked ?? (await query(tx, link, person))[0];
  return found?.accountId ?? null;
}

/** An audit event's actor has at most 300 characters. */
function nameOfProvider(issuer: string): string {
  return issuer.slice(0, 300);
}

/** Withdraws the rights of people who have not signed in for OIDC_GRANTS_MAX_AGE. Returns the number of accounts. */
export function lapseRights(
  db: Database,
  issuer: string | null,
  signal?: AbortSignal,
): Promise<number> {
  const actor = nameOfProvider(issuer ?? 'single sign-on');
  const lapseOne = () => transaction(db, tx => lapse(tx, actor));
  return inSlices(() => retryConflict(lapseOne), signal);
}

const NO_RIGHTS = {
  isOperator: false,
  apiAccess: false,
  reportAccess: false,
  reportScope: 'organization',
  handles: [],
  developers: [],
  omitted: [],
  seconds: 0,
};

/** Withdraws expired rights of an account, any if `accountId` is null, and revokes its unusable secrets. Returns 0 or 1. */
async function lapse(tx: Transaction, actor: string, accountId: number | null = null) {
  const [expired] = await query(tx, findExpired, { accountId });
  if (!expired) return 0;
  await query(tx, set, { ...NO_RIGHTS, ...expired, actor, address: null, reason: 'lapsed' });
  const reason = { by: 'single sign-on', reason: 'lapsed' };
  const doneBy = { actor, actorAccountId: null, address: null };
  await revokeSecrets(tx, await query(tx, findUnusable, expired), { reason }, doneBy);
  return 1;
}

/** Rights expire on time without the job, which records this and revokes secrets. */
export function lapseRightsJob(issuer: string | null): Job {
  return {
    name: 'lapse-provider-rights',
    timeout: 300,
    retries: 2,
    run: async ({ db, signal }) => ({ lapsed: await lapseRights(db, issuer, signal) }),
  };
}
