import { type SentCredential, schemeFault } from '@platform/auth';
import { readToken } from '@platform/auth/cookies';
import { findSecret, readSecret } from '@platform/auth/secret';
import { type Database, query, readStatements } from '@platform/db';
import type { Recognized } from '../../http/caller';
import type { Organization, Person, Principal, PrincipalAccount } from '../../http/principal';
import { problemOf } from '../../http/problems';
import { refusals } from '../../http/refusals';
import type { Context } from '../../main/context';
import { isSessionClaims } from '../sign-in/sessions';
import type { NamedOrganization } from './organization';

const NO_RIGHTS = { isMember: false, hasAccess: false, isDeveloper: false, keepsRecords: false };

/**
 * Takes one round trip to the database.
 * @throws Problem secret-missing, credential-conflict, secret-unrecognized, secret-expired, session-invalid,
 * session-expired
 */
export async function recognize(
  context: Context,
  sent: SentCredential,
  named: NamedOrganization,
): Promise<Recognized> {
  switch (sent.kind) {
    case 'nothing':
      throw refusals.nothingSent();
    case 'conflict':
      throw problemOf('credential-conflict');
    case 'sessions':
      throw refusals.twoSessions();
    case 'session':
      return recognizeSession(context, sent.token, named);
    case 'secret':
      return sent.isApiKey && findSecret(context.serviceKeys, sent.value)
        ? recognizePlatform(context, named)
        : recognizeSecret(context, sent, named);
  }
}

type SentSecret = Extract<SentCredential, { kind: 'secret' }>;

async function recognizeSecret(
  { db, config }: Context,
  sent: SentSecret,
  named: NamedOrganization,
): Promise<Recognized> {
  const secret = readSecret('vsk', config.environment, sent.value);
  if (!secret) throw refusals.notRecognized(schemeFault(sent) ?? undefined);
  const found = await findCaller(db, { hash: secret.hash }, named);
  if (!found) throw refusals.notRecognized();
  if (found.isExpired) throw refusals.secretExpired(found.prefix);
  if (found.isDisabled) throw refusals.notRecognized();
  return toRecognized(found);
}

async function recognizeSession(
  { db, sessionSecrets, clock }: Context,
  token: string,
  named: NamedOrganization,
): Promise<Recognized> {
  const claims = readToken(token, { secrets: sessionSecrets, now: clock() }, isSessionClaims);
  if (claims === 'expired') throw refusals.sessionExpired();
  if (!claims) throw refusals.sessionInvalid();
  const found = await findCaller(db, { session: claims.jti }, named);
  if (found?.uuid !== claims.sub) throw refusals.sessionInvalid();
  if (found.isExpired) throw refusals.sessionExpired();
  if (found.isDisabled) throw refusals.sessionInvalid();
  return toRecognized(found);
}

async function recognizePlatform({ db }: Context, named: NamedOrganization): Promise<Recognized> {
  const { byHandle, byId } = await findOrganizations(db, named);
  return {
    principal: { kind: 'platform' },
    own: null,
    byHandle: byHandle && { ...byHandle, ...NO_RIGHTS },
    byId: byId && { ...byId, ...NO_RIGHTS },
  };
}

function toRecognized(found: FoundCaller): Recognized {
  const { own, byHandle, byId } = found;
  return { principal: principalOf(found), own, byHandle, byId };
}

function principalOf(found: FoundCaller): Principal {
  const { credential, prefix, sessionId, id, uuid, email, name } = found;
  if (credential === 'service-secret') return { kind: 'service', prefix, id, uuid, name };
  const { isOperator, apiAccess, reportAccess } = found;
  const account = { id, uuid, email, name, isOperator, apiAccess, reportAccess };
  return { kind: 'person', credential, prefix, sessionId, account };
}

const sql = readStatements(__dirname, 'recognize.sql');

type Names = Pick<NamedOrganization, 'handle' | 'companyId'>;

/** The current state of a credential, its account or service account, and the relevant organizations. */
interface FoundCaller extends PrincipalAccount, Omit<Recognized, 'principal'> {
  readonly credential: Person['credential'] | 'service-secret';
  readonly prefix: string;
  readonly sessionId: string | null;
  readonly isExpired: boolean;
  readonly isDisabled: boolean;
}

const callerStatement = sql<FoundCaller>('find-caller');
const organizationsStatement = sql<Organization>('find-organizations');

/** Finds a secret by its hash or a session by its ID. Not cached, so that revocations take effect with the next request. */
async function findCaller(
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

async function findOrganizations(
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
