import type { Principal } from '@platform/auth';
import { addressKey, Problem, setLogCaller } from '@platform/http';
import type { Request } from 'express';
import type { Context } from '../../context';
import { recordRefusal } from '../audit/record-refusal';
import type { Caller } from './caller';
import { chooseOrganization } from './choose-organization';
import { credentialOf } from './credential';
import { type NamedOrganization, readNamedOrganization } from './named-organization';
import { refuseForeignCookies } from './origin';
import { type Recognized, recognize } from './recognize';
import { refusals } from './refusals';
import { type Requirement, requireRights } from './requirements';

/**
 * Who calls, for which organization, and may they? The checks in the order of decisions-reporting, "Order
 * of checks"; the first that fails answers. Nothing is remembered from one request to the next.
 * @throws Problem every one of 401 and 403, those of the organization, rate-limited
 */
export async function authenticate(
  context: Context,
  request: Request,
  requirements: ReadonlySet<Requirement>,
): Promise<Caller> {
  // An answer to somebody who is known is theirs alone.
  request.res?.set('Cache-Control', 'no-store');
  const address = addressKey(request.ip);
  // Looked at before the credential is looked up, counted after: so many calls may arrive at once with a
  // right one, and no more than the limit ever learn that theirs is wrong.
  await context.limits.failedAuthentication.refuseIfSpent(address);
  refuseForeignCookies(context.config, request);
  const named = readNamedOrganization(request);
  const recognized = await recognize(context, request, named).catch(async (refusal: unknown) => {
    if (refusal instanceof Problem) await context.limits.failedAuthentication.consume(address);
    throw refusal;
  });
  const { principal } = recognized;
  if (request.res) setLogCaller(request.res, { credential: credentialOf(principal) });
  try {
    requireApiAccess(principal, requirements);
    await countCall(context, request, principal, requirements);
    const caller = scope(recognized, named, requirements);
    if (request.res) {
      setLogCaller(request.res, {
        credential: credentialOf(principal),
        organization: caller.organization?.uuid,
      });
    }
    return caller;
  } catch (refusal) {
    await recordRefusal(context, request, recognized, refusal);
    throw refusal;
  }
}

function scope(
  recognized: Recognized,
  named: NamedOrganization,
  requirements: ReadonlySet<Requirement>,
): Caller {
  const { principal } = recognized;
  const organization = chooseOrganization(recognized, named);
  if (requirements.has('organization') && !organization) throw refusals.companyRequired();
  const caller = {
    principal,
    organization,
    isForeign: organization?.hasAccess === false,
    requirements,
  };
  requireRights(caller, organization, requirements);
  return caller;
}

function requireApiAccess(principal: Principal, requirements: ReadonlySet<Requirement>): void {
  if (principal.kind === 'platform' || principal.credential === 'session') return;
  const { isOperator, apiAccess } = principal.account;
  if (isOperator || apiAccess || requirements.has('without-api-access')) return;
  throw refusals.apiAccess();
}

/** Counts a person's call in the bucket of the account and its kind of credential; the platform is not limited. */
async function countCall(
  { limits }: Context,
  request: Request,
  principal: Principal,
  requirements: ReadonlySet<Requirement>,
): Promise<void> {
  if (principal.kind === 'platform') return;
  const limiter = requirements.has('report') ? limits.reports : limits.calls;
  await limiter.consume(`${principal.account.uuid}:${principal.credential}`, request.res);
}
