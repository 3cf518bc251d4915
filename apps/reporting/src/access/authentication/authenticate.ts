import {
  type Authentication,
  authenticate as authenticateRequest,
  type Principal,
} from '@platform/auth';
import { setLogCaller } from '@platform/http';
import type { Request } from 'express';
import type { Context } from '../../context';
import { recordRefusal } from '../audit/record-refusal';
import { SESSION_COOKIE } from '../sign-in/sessions';
import type { NamedOrganization } from './find-caller';
import { chooseOrganization, readNamedOrganization } from './organization';
import { refuseForeignCookies } from './origin';
import { type Recognized, recognize } from './recognize';
import { refusals } from './refusals';
import {
  type Caller,
  credentialOf,
  type Requirement,
  requireAccount,
  requireRights,
} from './requirements';

const sources = { apiKeyHeader: true, sessionCookie: SESSION_COOKIE };

/**
 * Authenticates a request, chooses its organization and checks its rights; the first check that fails
 * answers.
 * @throws Problem every one of 401 and 403, those of the organization, rate-limited
 */
export function authenticate(
  context: Context,
  request: Request,
  requirements: ReadonlySet<Requirement>,
): Promise<Caller> {
  // An answer to somebody who is known is theirs alone.
  request.res?.set('Cache-Control', 'no-store');
  refuseForeignCookies(context.config, request);
  const named = readNamedOrganization(request);
  const authentication: Authentication<Recognized, Caller> = {
    sources,
    failures: context.limits.failedAuthentication,
    recognize: sent => recognize(context, sent, named),
    describe: ({ principal }) => credentialOf(principal),
    bucket: ({ principal }) => bucketOf(context, principal, requirements),
    authorize(recognized) {
      requireApiAccess(recognized.principal, requirements);
      requireAccount(recognized.principal, requirements);
      const caller = scope(recognized, named, requirements);
      setLogCaller(request.res!, { organization: caller.organization?.uuid });
      return caller;
    },
    onRefusal: (recognized, refusal) => recordRefusal(context, request, recognized, refusal),
  };
  return authenticateRequest(request, authentication);
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
  requireRights(principal, organization, requirements);
  return caller;
}

function requireApiAccess(principal: Principal, requirements: ReadonlySet<Requirement>): void {
  if (principal.kind === 'platform' || principal.credential === 'session') return;
  if (principal.account.apiAccess || requirements.has('without-api-access')) return;
  throw refusals.apiAccess();
}

/** A person's calls are counted by account and kind of credential; the platform is not limited. */
function bucketOf(
  { limits }: Context,
  principal: Principal,
  requirements: ReadonlySet<Requirement>,
) {
  if (principal.kind === 'platform') return null;
  const limiter = requirements.has('report') ? limits.reports : limits.calls;
  return { limiter, key: `${principal.account.uuid}:${principal.credential}` };
}
