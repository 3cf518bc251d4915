import { countFailures, readCookie, readSentCredential } from '@platform/auth';
import { addLogFields, operationOf, requireClient } from '@platform/http';
import type { Request } from 'express';
import { recordRefusal } from '../../audit/audited-access';
import type { AccessRequirement, Caller, Recognized } from '../../http/caller';
import { RECORDS } from '../../http/operator-paths';
import type { CallerMembership, Principal } from '../../http/principal';
import { credentialOf } from '../../http/principal';
import { problemOf } from '../../http/problems';
import { refusals } from '../../http/refusals';
import { sessionCookieName } from '../../http/session-cookie';
import { type Context, contextOf } from '../../main/context';
import { chooseOrganization, type NamedOrganization, readNamedOrganization } from './organization';
import { refuseForeignOrigin } from './origin';
import { recognize } from './recognize';

/** tsoa's authentication hook; the result becomes `request.user`. @throws Problem as `authenticate` */
export async function expressAuthentication(
  request: Request,
  _securityName: string,
  requirements: string[] = [],
): Promise<Caller> {
  const caller = await authenticate(request, requirementsOf(request, requirements));
  // If the client has disconnected, the request has already been logged without its caller.
  requireClient(request.res!);
  return caller;
}

/** Record keepers need less than operators do, on their own paths. */
function requirementsOf(
  request: Request,
  requirements: readonly string[],
): ReadonlySet<AccessRequirement> {
  const isRecordKeeping = operationOf(request)?.route.startsWith(RECORDS) === true;
  const required = requirements as readonly AccessRequirement[];
  return new Set(required.map(each => (isRecordKeeping && each === 'operator' ? 'records' : each)));
}

/**
 * Authenticates a request, determines its organization and checks rights; the first failed check applies.
 * @throws Problem with 401, 403 or 429, or about the organization
 */
export async function authenticate(
  request: Request,
  requirements: ReadonlySet<AccessRequirement>,
): Promise<Caller> {
  const context = contextOf(request);
  const { config, limits } = context;
  const response = request.res!;
  response.set('Cache-Control', 'no-store');
  const sessionCookie = sessionCookieName(config);
  // Even along with a different credential.
  if (readCookie(request, sessionCookie) !== null) refuseForeignOrigin(config, request);
  const named = readNamedOrganization(request);
  const sent = readSentCredential(request, { apiKeyHeader: true, sessionCookie });
  const recognizing = recognize(context, sent, named);
  const recognized = await countFailures(limits.failedAuthentication, request, sent, recognizing);
  const { principal } = recognized;
  addLogFields(response, { credential: credentialOf(principal) });
  try {
    await countCall(context, request, principal, requirements);
    requireApiAccess(principal);
    requireAccount(principal, requirements);
    const caller = scope(recognized, named, requirements);
    addLogFields(response, { organization: caller.organization?.uuid });
    return caller;
  } catch (refusal) {
    await recordRefusal(context, request, recognized, refusal);
    throw refusal;
  }
}

function scope(
  recognized: Recognized,
  named: NamedOrganization,
  requirements: ReadonlySet<AccessRequirement>,
): Caller {
  const { principal } = recognized;
  const organization = chooseOrganization(recognized, named);
  if (requirements.has('organization') && !organization) throw problemOf('company-required');
  const caller = {
    principal,
    organization,
    isForeign: organization?.hasAccess === false,
    isKeeper:
      requirements.has('records') && principal.kind === 'person' && !principal.account.isOperator,
    requirements,
  };
  requireRights(principal, organization, requirements);
  return caller;
}

function requireApiAccess(principal: Principal): void {
  if (principal.kind !== 'person' || principal.credential === 'session') return;
  if (!principal.account.apiAccess) throw problemOf('api-access-required');
}

/** Counts calls per account and kind of credential; the platform is not limited. @throws Problem rate-limited */
async function countCall(
  { limits }: Context,
  request: Request,
  principal: Principal,
  requirements: ReadonlySet<AccessRequirement>,
): Promise<void> {
  if (principal.kind === 'platform') return;
  const response = request.res!;
  const key =
    principal.kind === 'service'
      ? `${principal.uuid}:service`
      : `${principal.account.uuid}:${principal.credential}`;
  if (!requirements.has('report')) {
    await limits.calls.consume(key, response);
    return;
  }
  await limits.calls.refuseIfSpent(key);
  const isFile = FILES.has(request.query.format);
  const release = await (isFile ? limits.reports : limits.pages).take(key, response);
  response.once('finish', () => {
    // An invalid request, or one that finds nothing, counts as a call, because no report was read.
    if (![400, 404].includes(response.statusCode)) return;
    // The limit of calls may have been reached in the meantime.
    void Promise.allSettled([release(), limits.calls.take(key)]);
  });
}

const FILES: ReadonlySet<unknown> = new Set(['csv', 'xlsx', 'ndjson']);

/** @throws Problem account-required, session-invalid if the operation is about a person and the caller is a program */
function requireAccount(principal: Principal, requirements: ReadonlySet<AccessRequirement>): void {
  if (principal.kind === 'person') return;
  if (requirements.has('account')) throw problemOf('account-required');
  if (requirements.has('session')) throw refusals.sessionOnly();
}

/**
 * The last check (docs/contract/reporting.md, "Order of checks"). Operators require the same rights as others, except the
 * Developer role.
 * @throws Problem session-required, api-access-required, developer-role-required, gaps-not-shared,
 * report-access-required, company-required, record-keeper-required, operator-required, session-invalid
 */
function requireRights(
  principal: Principal,
  membership: CallerMembership | null,
  requirements: ReadonlySet<AccessRequirement>,
): void {
  if (principal.kind === 'platform') {
    if (requirements.has('operator-in-person')) throw problemOf('operator-required');
    return;
  }
  const isForOperators = requirements.has('operator') || requirements.has('operator-in-person');
  if (principal.kind === 'service') {
    if (requirements.has('records')) throw refusals.recordKeeper(membership!.name);
    if (isForOperators) throw problemOf('operator-required');
    return;
  }
  const { account } = principal;
  const isSecret = principal.credential !== 'session';
  if (requirements.has('session') && isSecret) throw refusals.sessionOnly();
  if (requirements.has('no-secret') && isSecret) throw problemOf('session-required');
  const { isOperator } = account;
  if (requirements.has('api-access') && !account.apiAccess) throw problemOf('api-access-required');
  if (!isOperator && !membership?.isDeveloper) {
    const organization = membership?.name ?? 'the organization';
    if (requirements.has('developer') && isSecret) throw refusals.developerRole(organization);
    if (requirements.has('gaps') && !account.reportAccess && !isSecret) {
      throw refusals.gapsNotShared(organization);
    }
  }
  if (requirements.has('report-access') && !account.reportAccess)
    throw problemOf('report-access-required');
  if (requirements.has('records') && !isOperator) {
    if (!membership) throw problemOf('company-required');
    // An import may have narrowed the report scope, but record keepers must see the whole organization.
    const keepsRecords = membership.keepsRecords && membership.shownDepartments === null;
    if (!keepsRecords) throw refusals.recordKeeper(membership.name);
  }
  if (isForOperators && !isOperator) throw problemOf('operator-required');
}
