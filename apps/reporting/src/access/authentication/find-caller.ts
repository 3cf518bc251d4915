import type { Organization } from '@platform/auth';
import { type Database, query, readStatement } from '@platform/db';
import type { Problem } from '@platform/http';

/** What a request says of its organization: a handle (X-Company), an id (companyId). */
export interface NamedOrganization {
  readonly handle: string | null;
  readonly companyId: string | null;
  /** Whether it sends companyId at all, well-formed or not. */
  readonly usesId: boolean;
  /** What is wrong with it; told only once the caller is known. */
  readonly fault: Problem | null;
}

type Names = Pick<NamedOrganization, 'handle' | 'companyId'>;

/** An organization, and what the account that asks is in it. */
export interface Membership extends Organization {
  readonly hasAccess: boolean;
  readonly isDeveloper: boolean;
}

/** A credential as the database knows it at this moment, its account, and the organizations in question. */
export interface FoundCaller {
  readonly credential: 'personal-secret' | 'client-secret' | 'session';
  /** Of a secret; null for a session. */
  readonly hash: Buffer | null;
  readonly prefix: string;
  readonly sessionId: string | null;
  readonly isExpired: boolean;
  readonly accountId: number;
  readonly accountUuid: string;
  readonly email: string;
  readonly name: string;
  readonly isOperator: boolean;
  readonly apiAccess: boolean;
  readonly reportAccess: boolean;
  readonly isDisabled: boolean;
  /** The one that a secret carries. */
  readonly own: Membership | null;
  readonly byHandle: Membership | null;
  readonly byId: Membership | null;
}

const callerStatement = readStatement<FoundCaller>(__dirname, 'find-caller.sql');
const organizationsStatement = readStatement<Organization>(__dirname, 'find-organizations.sql');

/**
 * Looks up a secret by its hash, or a session by its id, with all that the rights of the request follow from.
 * Nothing is cached: what is revoked stops on the next call.
 */
export async function findCaller(
  db: Database,
  credential: { hash: Buffer } | { session: string },
  { handle, companyId }: Names,
): Promise<FoundCaller | null> {
  const [found] = await query(db, callerStatement, {
    hash: null,
    session: null,
    ...credential,
    handle,
    companyId,
  });
  return found ?? null;
}

/** The organizations that the platform names. */
export async function findOrganizations(
  db: Database,
  { handle, companyId }: Names,
): Promise<{ byHandle: Organization | null; byId: Organization | null }> {
  if (handle === null && companyId === null) return { byHandle: null, byId: null };
  const found = await query(db, organizationsStatement, { handle, companyId });
  const folded = handle?.toLowerCase();
  return {
    byHandle: found.find(company => company.handle.toLowerCase() === folded) ?? null,
    byId: found.find(({ uuid }) => uuid === companyId) ?? null,
  };
}
