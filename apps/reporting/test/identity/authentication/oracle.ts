/**
 * The specified response of the service, derived only from docs/contract/reporting.md ("Format",
 * "Errors", "Credentials", "Endpoints"):
 * it shares no code with the service. Tests that use it disable rate limits.
 */

/** Secrets belong to acme; the account may also be a member of globex and initech. */
export type Handle = 'acme' | 'globex' | 'initech';

export interface Membership {
  readonly hasAccess: boolean;
  readonly isDeveloper: boolean;
  readonly reportScope: 'organization' | 'administered';
  readonly keepsRecords: boolean;
}

/** An account's state at the time of a request. */
export interface World {
  readonly isOperator: boolean;
  readonly isDisabled: boolean;
  readonly apiAccess: boolean;
  readonly reportAccess: boolean;
  readonly memberships: Readonly<Partial<Record<Handle, Membership>>>;
  readonly personalSecret: 'live' | 'gone';
  readonly clientSecret: 'live' | 'expired' | 'gone';
  readonly session: 'live' | 'expired' | 'signed out';
  /** The organization specified at sign-in. */
  readonly signedInTo: Handle | null;
}

export type Sent =
  | 'personal secret'
  | 'client secret'
  /** A secret of a service account of acme, which these calls do not revoke. */
  | 'service secret'
  | 'service key'
  | 'wrong secret';

export interface Call {
  readonly operation: Operation;
  readonly authorization: Sent | 'no bearer' | null;
  readonly apiKey: Sent | null;
  readonly cookie: 'session' | 'forged' | 'two' | null;
  readonly origin: 'own' | 'configured' | 'foreign' | 'null' | null;
  readonly xCompany: Handle | 'nowhere' | 'empty' | null;
  readonly companyId: Handle | 'unregistered' | null;
  readonly hasUnknownParameter: boolean;
}

export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** The status on success. */
  readonly success: string;
  readonly takes: 'account' | 'operator' | 'operator in person' | 'organization' | 'records';
  /** Whether it accepts companyId; defaults to true for reports and organizations' data. */
  readonly takesId?: boolean;
  readonly needsOrganization?: boolean;
  readonly needsReportAccess?: boolean;
  /** A session requires the Developer role or report access. */
  readonly showsGaps?: boolean;
  /** Whether API access is required of secrets (the default) or also of sessions. */
  readonly apiAccess?: 'everybody';
  /** Secrets can neither issue nor revoke credentials. */
  readonly refusesSecrets?: boolean;
  /** The effect on the caller's own membership in acme, which only people can change. */
  readonly ofAcme?: 'leave' | 'return';
}

type Caller = 'platform' | 'service' | 'secret' | 'session';

/** Handles consecutive calls: a replaced or revoked personal secret is rejected from the next one on. */
export function expectedAnswers(start: World, calls: readonly Call[]): string[] {
  let world = start;
  return calls.map(call => {
    const response = expectedAnswer(world, call);
    world = worldAfter(world, call, response);
    return response;
  });
}

/** A member who leaves loses access, rights and secrets; one who returns only regains access. */
function worldAfter(world: World, { operation: { ofAcme } }: Call, response: string): World {
  if (response === '201' || response === '204') return { ...world, personalSecret: 'gone' };
  const { acme } = world.memberships;
  if (response !== '200' || ofAcme === undefined || !acme) return world;
  const withAcme = (change: Partial<Membership>) => ({
    ...world,
    memberships: { ...world.memberships, acme: { ...acme, ...change } },
  });
  if (ofAcme === 'return') return withAcme({ hasAccess: true });
  const left = withAcme({ hasAccess: false, isDeveloper: false, keepsRecords: false });
  return { ...left, personalSecret: 'gone', clientSecret: 'gone' };
}

function expectedAnswer(world: World, call: Call): string {
  return (
    originRefusal(call) ??
    credentialRefusal(world, call) ??
    apiAccessRefusal(world, call) ??
    accountRefusal(call) ??
    organizationRefusal(world, call) ??
    rightsRefusal(world, call) ??
    validationRefusal(call) ??
    successOf(world, call)
  );
}

/** Members with limited departments need not filter a summary further; operators see everything. */
function successOf(world: World, call: Call): string {
  const { success, ofAcme } = call.operation;
  if (ofAcme !== undefined) {
    // Record keepers change memberships in the organization of the call, here acme.
    const isOfAcme = world.isOperator || organizationOf(world, call) === 'acme';
    if (!isOfAcme) return '404 unknown-account';
    return world.memberships.acme ? success : '404 unknown-member';
  }
  const caller = callerOf(call);
  if (success !== '400 request-not-narrowed' || world.isOperator) return success;
  if (caller !== 'secret' && caller !== 'session') return success;
  const organization = organizationOf(world, call);
  const isScoped =
    organization !== null && world.memberships[organization]?.reportScope === 'administered';
  return isScoped ? '200' : success;
}

/** A request with a cookie requires an allowed Origin for any method; `null` is rejected. */
function originRefusal({ cookie, origin }: Call): string | null {
  const isForeign = origin === 'foreign' || origin === 'null';
  return cookie !== null && isForeign ? '403 origin-not-allowed' : null;
}

/** The explicit credentials of a call. Duplicates count once, and other schemes are ignored. */
function explicit({ authorization, apiKey }: Call): Sent[] {
  const sent = [authorization === 'no bearer' ? null : authorization, apiKey];
  return [...new Set(sent.filter(value => value !== null))];
}

function callerOf(call: Call): Caller {
  const [sent] = explicit(call);
  if (sent === undefined) return 'session';
  if (sent === 'service secret') return 'service';
  return sent === 'service key' ? 'platform' : 'secret';
}

/** Checks that there is exactly one recognized, unexpired credential of an enabled account. */
function credentialRefusal(world: World, call: Call): string | null {
  const [sent, other] = explicit(call);
  if (other !== undefined) return '400 credential-conflict';
  if (sent === undefined) return sessionRefusal(world, call);
  // The service key is only accepted in X-Api-Key; it has no account and no expiry.
  if (sent === 'service key') return call.apiKey === null ? '401 secret-unrecognized' : null;
  if (sent === 'service secret') return null;
  const state = { 'personal secret': world.personalSecret, 'client secret': world.clientSecret };
  const standing = sent === 'wrong secret' ? 'gone' : state[sent];
  if (standing === 'gone') return '401 secret-unrecognized';
  if (standing === 'expired') return '401 secret-expired';
  return world.isDisabled ? '401 secret-unrecognized' : null;
}

function sessionRefusal({ session, isDisabled }: World, { cookie }: Call): string | null {
  if (cookie === null) return '401 secret-missing';
  // Two session cookies are rejected.
  if (cookie !== 'session') return '401 session-invalid';
  if (session === 'signed out') return '401 session-invalid';
  if (session === 'expired') return '401 session-expired';
  return isDisabled ? '401 session-invalid' : null;
}

/** Secrets require API access, including those of operators. */
function apiAccessRefusal(world: World, call: Call): string | null {
  return callerOf(call) !== 'secret' || world.apiAccess ? null : '403 api-access-required';
}

/** The service key and service accounts are denied on /me/* before the organization is checked. */
function accountRefusal(call: Call): string | null {
  const { takes, ofAcme } = call.operation;
  const isAboutAccount = takes === 'account' || ofAcme !== undefined;
  const isProgram = callerOf(call) === 'platform' || callerOf(call) === 'service';
  return isProgram && isAboutAccount ? '403 account-required' : null;
}

function organizationRefusal(world: World, call: Call): string | null {
  const { operation, xCompany, companyId } = call;
  const caller = callerOf(call);
  const mayNameAny = caller === 'platform' || (caller !== 'service' && world.isOperator);
  // Only reports, uploads and exports accept companyId; elsewhere it is an unknown parameter.
  const id = takesId(operation) ? companyId : null;
  const handle = xCompany === 'empty' ? null : xCompany;
  if (id !== null && !mayNameAny) return '403 operator-required';
  if (handle === 'nowhere' || id === 'unregistered') return '400 unknown-company';
  if (handle !== null && id !== null && handle !== id) return '400 invalid-request';
  const organization = organizationOf(world, call);
  if (organization === null) return operation.needsOrganization ? '400 company-required' : null;
  if (mayNameAny) return null;
  // Organizations other than the secret's own, or without access, are denied.
  const isOfAcme = caller === 'secret' || caller === 'service';
  if (isOfAcme && organization !== 'acme') return '403 no-company-access';
  if (caller === 'service') return null;
  return world.memberships[organization]?.hasAccess ? null : '403 no-company-access';
}

function takesId({ takes, takesId: does = takes === 'organization' }: Operation): boolean {
  return does;
}

/** Returns the specified one, or else that of the secret, or else the accessible one of the sign-in. */
function organizationOf(world: World, call: Call): Handle | null {
  const { operation, xCompany, companyId } = call;
  const named = [takesId(operation) ? companyId : null, xCompany];
  const handle = named.find(name => name === 'acme' || name === 'globex' || name === 'initech');
  if (handle !== undefined) return handle;
  const caller = callerOf(call);
  if (caller !== 'session') return caller === 'platform' ? null : 'acme';
  const { signedInTo, isOperator, memberships } = world;
  const isOpen = isOperator || (signedInTo !== null && memberships[signedInTo]?.hasAccess);
  return isOpen ? signedInTo : null;
}

/** Checks the Developer role, which operators do not require, report access and operator rights. */
function rightsRefusal(world: World, call: Call): string | null {
  const { takes, needsReportAccess, showsGaps, apiAccess, refusesSecrets } = call.operation;
  const caller = callerOf(call);
  if (caller === 'platform') {
    // All rights except /me/* and changing grants.
    return takes === 'operator in person' ? '403 operator-required' : null;
  }
  if (caller === 'service') {
    // Only reports of its organization.
    if (takes === 'records') return '403 record-keeper-required';
    return takes === 'organization' ? null : '403 operator-required';
  }
  if (refusesSecrets && caller === 'secret') return '403 session-required';
  if (apiAccess === 'everybody' && !world.apiAccess) return '403 api-access-required';
  // Operators, and record keepers of the organization, which they must specify.
  if (takes === 'records' && !world.isOperator) {
    const organization = organizationOf(world, call);
    if (organization === null) return '400 company-required';
    const membership = world.memberships[organization];
    if (!membership?.keepsRecords || membership.reportScope !== 'organization') {
      return '403 record-keeper-required';
    }
  }
  const isForOperators = takes === 'operator' || takes === 'operator in person';
  if (isForOperators && !world.isOperator) return '403 operator-required';
  const organization = organizationOf(world, call);
  const isDeveloper = organization !== null && world.memberships[organization]?.isDeveloper;
  if (takes === 'organization' && !world.isOperator && !isDeveloper) {
    if (caller === 'secret') return '403 developer-role-required';
    if (showsGaps && !world.reportAccess) return '403 gaps-not-shared';
  }
  return needsReportAccess && !world.reportAccess ? '403 report-access-required' : null;
}

/** Unknown query parameters are 400. */
function validationRefusal({ operation, hasUnknownParameter, companyId }: Call): string | null {
  if (operation.success === '501 not-implemented') return null;
  const isUnknown = companyId !== null && !takesId(operation);
  return hasUnknownParameter || isUnknown ? '400 invalid-request' : null;
}
