import { type Database, query, readStatements } from '@platform/db';
import type { Problem } from '@platform/http';
import type { Recognized } from '../../http/caller';
import type { Organization, Person, PrincipalAccount } from '../../http/principal';

const sql = readStatements(__dirname, 'find-caller.sql');

/** The organization specified in a request by handle (X-Company) or ID (companyId). */
export interface NamedOrganization {
  readonly handle: string | null;
  readonly companyId: string | null;
  /** Whether companyId is present, valid or not. */
  readonly usesId: boolean;
  /** Thrown after authentication. */
  readonly fault: Problem | null;
}

type Names = Pick<NamedOrganization, 'handle' | 'companyId'>;

/** The current state of a credential, its account or service account, and the relevant organizations. */
export interface FoundCaller extends PrincipalAccount, Omit<Recognized, 'principal'> {
  readonly credential: Person['credential'] | 'service-secret';
  readonly prefix: string;
  readonly sessionId: string | null;
  readonly isExpired: boolean;
  readonly isDisabled: boolean;
}

const callerStatement = sql<FoundCaller>('find-caller');
const organizationsStatement = sql<Organization>('find-organizations');

/** Finds a secret by its hash or a session by its ID. Not cached, so that revocations take effect with the next request. */
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
