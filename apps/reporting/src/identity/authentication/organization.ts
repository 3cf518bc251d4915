import { invalidField, operationOf, type Problem } from '@platform/http';
import type { Request } from 'express';
import type { Recognized } from '../../http/caller';
import { isUuid } from '../../http/identifiers';
import { type CallerMembership } from '../../http/principal';
import { problemOf } from '../../http/problems';
import { refusals } from '../../http/refusals';

/** The organization specified in a request by handle (X-Company) or ID (companyId). */
export interface NamedOrganization {
  readonly handle: string | null;
  readonly companyId: string | null;
  /** Whether companyId is present, valid or not. */
  readonly usesId: boolean;
  /** Thrown after authentication. */
  readonly fault: Problem | null;
}

/** Reads X-Company, and `companyId` if the operation has it. Empty ones are ignored. */
export function readNamedOrganization(request: Request): NamedOrganization {
  const [handle = null, ...others] = new Set(
    (request.headersDistinct['x-company'] ?? []).map(value => value.trim()).filter(Boolean),
  );
  const takesId = operationOf(request)?.query.has('companyId') === true;
  const given = takesId ? request.query.companyId : undefined;
  const companyId = given === '' ? undefined : given;
  const usesId = companyId !== undefined;
  const fault =
    others.length > 0 ? invalidField('X-Company', 'must not be repeated') : faultOf(companyId);
  if (fault) return { handle: null, companyId: null, usesId, fault };
  const id = typeof companyId === 'string' ? companyId.toLowerCase() : null;
  return { handle, companyId: id, usesId, fault };
}

function faultOf(companyId: unknown): Problem | null {
  if (companyId === undefined) return null;
  if (typeof companyId !== 'string') {
    return invalidField('companyId', 'must not be repeated');
  }
  return isUuid(companyId) ? null : problemOf('unknown-company');
}

/**
 * Returns the organization in the request, or else the one bound to the secret or specified at sign-in, or null. Operators
 * and the platform may specify any organization, sessions one that they can access, and secrets only their own.
 * @throws Problem operator-required, unknown-company, invalid-request, no-company-access
 */
export function chooseOrganization(
  recognized: Recognized,
  named: NamedOrganization,
): CallerMembership | null {
  const { principal, own, byHandle } = recognized;
  const isPerson = principal.kind === 'person';
  if (principal.kind === 'platform' || (isPerson && principal.account.isOperator)) {
    return chooseAny(recognized, named);
  }
  if (named.usesId) throw problemOf('company-id-for-operators');
  if (named.fault) throw named.fault;
  if (named.handle !== null && !byHandle) throw problemOf('unknown-company');
  if (isPerson && principal.credential === 'session') {
    if (byHandle) return requireAccess(byHandle);
    // Access was withdrawn after sign-in; a different organization can still be specified.
    return own?.hasAccess ? own : null;
  }
  if (byHandle && byHandle.id !== own?.id) throw refuseOther(own, byHandle);
  return own && requireAccess(own);
}

function requireAccess(organization: CallerMembership): CallerMembership {
  if (organization.hasAccess) return organization;
  throw refusals.noCompanyAccess();
}

/** Does not reveal organizations of which the owner is not a member. */
function refuseOther(own: CallerMembership | null, named: CallerMembership): Problem {
  if (!own?.isMember) return refusals.noCompanyAccess();
  const other = named.isMember ? `, or use a secret for ${named.handle}` : '';
  return refusals.noCompanyAccess(
    `This secret belongs to the organization ${own.handle}. Omit X-Company${other}.`,
  );
}

function chooseAny(
  { own, byHandle, byId }: Recognized,
  { handle, companyId, fault }: NamedOrganization,
): CallerMembership | null {
  if (fault) throw fault;
  if ((handle !== null && !byHandle) || (companyId !== null && !byId)) {
    throw problemOf('unknown-company');
  }
  if (byHandle && byId && byHandle.id !== byId.id) {
    throw invalidField('companyId', 'does not match X-Company');
  }
  return byId ?? byHandle ?? own;
}
