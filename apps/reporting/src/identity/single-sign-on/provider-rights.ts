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
import { lockAccount } from '../accounts/accounts';
import { hasLookalike, isEmail, keptEmail } from '../accounts/email';
import { givesAnything, type ProvidedRights } from './provided-rights';

const sql = readStatements(__dirname, 'provider-rights.sql');

/** A person at the provider. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  /** Folded; null where the provider did not verify one. */
  readonly verifiedEmail: string | null;
  readonly name: string | null;
}

export interface SignedOn {
  readonly accountId: number;
  readonly accountUuid: string;
  readonly email: string;
  readonly isOperator: boolean;
}

const link = sql<{ accountId: number }>('link-identity');
const create = sql('create-provided-account');
const set = readStatement(__dirname, 'set-provider-rights.sql');
const lapse = readStatement<{ lapsed: number }>(__dirname, 'lapse-provider-rights.sql');
const find = sql<SignedOn>('find-signed-on');

/** The account of a person, with the rights that the provider gives from now on; null where there is none. */
export function linkAccountAndRights(
  { db, config }: Context,
  identity: Identity,
  rights: ProvidedRights,
  address: string | null,
): Promise<SignedOn | null> {
  const actor = nameOfProvider(identity.issuer);
  const admitOnce = async (tx: Transaction) => {
    if (config.oidcCreateAccounts && givesAnything(rights)) {
      await createAccount(tx, identity, { actor, address });
    }
    const accountId = await linkAccount(tx, identity);
    if (accountId === null) return null;
    await lockAccount(tx, accountId);
    await query(tx, lapse, { accountId, actor });
    const { memberships, ...everywhere } = rights;
    await query(tx, set, {
      ...everywhere,
      accountId,
      actor,
      address,
      handles: memberships.map(({ handle }) => handle),
      developers: memberships.map(({ isDeveloper }) => isDeveloper),
      seconds: config.oidcGrantsMaxAge / 1_000,
    });
    return (await query(tx, find, { accountId }))[0]!;
  };
  // An import or an operator may add a membership that the provider gives.
  return retryConflict(() => transaction(db, admitOnce));
}

async function createAccount(
  tx: Transaction,
  { issuer, subject, verifiedEmail, name }: Identity,
  doneBy: { readonly actor: string; readonly address: string | null },
): Promise<void> {
  if (verifiedEmail === null || !isEmail(verifiedEmail) || hasLookalike(verifiedEmail)) return;
  const email = keptEmail(verifiedEmail);
  await query(tx, create, { issuer, subject, email, name: name ?? email, ...doneBy });
}

/** Looks twice: of two simultaneous first sign-ins only one creates the link. */
async function linkAccount(
  tx: Transaction,
  { issuer, subject, verifiedEmail }: Identity,
): Promise<number | null> {
  const person = { issuer, subject, verifiedEmail };
  const [linked] = await query(tx, link, person);
  const found = linked ?? (await query(tx, link, person))[0];
  return found?.accountId ?? null;
}

/** An actor of the audit has at most 300 characters. */
function nameOfProvider(issuer: string): string {
  return issuer.slice(0, 300);
}

/** Withdraws the rights of people who have not signed in for OIDC_GRANTS_MAX_AGE. Returns of how many accounts. */
export function lapseRights(
  db: Database,
  issuer: string | null,
  signal?: AbortSignal,
): Promise<number> {
  const actor = nameOfProvider(issuer ?? 'single sign-on');
  const lapseSlice = async () => (await query(db, lapse, { accountId: null, actor }))[0]!.lapsed;
  return inSlices(lapseSlice, signal);
}

/** They hold no longer from the instant itself; the job records it and revokes their secrets. */
export function lapseRightsJob(issuer: string | null): Job {
  return {
    name: 'lapse-provider-rights',
    timeout: 300,
    retries: 2,
    run: async ({ db, signal }) => ({ lapsed: await lapseRights(db, issuer, signal) }),
  };
}
