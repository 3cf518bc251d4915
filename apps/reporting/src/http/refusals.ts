import { Problem } from '@platform/http/problems';
import { problemOf } from './problems';

const REALM = 'Bearer realm="reporting"';

/** Returns a 401 with a challenge (RFC 6750), which includes `error` only if a secret was sent. */
export function unauthenticated({ code, detail }: Pick<Problem, 'code' | 'detail'>): Problem {
  const hasNoCredential = code === 'secret-missing' || code === 'sign-in-failed';
  const challenge = hasNoCredential
    ? REALM
    : `${REALM}, error="invalid_token", error_description="${detail}"`;
  return new Problem(code, detail, { headers: { 'WWW-Authenticate': challenge } });
}

const invalidSession = (detail: string) => unauthenticated({ code: 'session-invalid', detail });

export const refusals = {
  nothingSent: () => unauthenticated(problemOf('secret-missing')),
  notRecognized: (detail = problemOf('secret-unrecognized').detail) =>
    unauthenticated({ code: 'secret-unrecognized', detail }),
  secretExpired: (prefix: string) =>
    unauthenticated({
      code: 'secret-expired',
      detail: `The secret ${prefix} has expired. Create a new one.`,
    }),
  sessionInvalid: () => unauthenticated(problemOf('session-invalid')),
  sessionExpired: () => unauthenticated(problemOf('session-expired')),
  sessionOnly: () =>
    invalidSession('This operation requires a session. Sign in, and send no other credential.'),
  twoSessions: () => invalidSession('Two session cookies were sent. Delete both and sign in.'),
  recordKeeper: (organization: string) =>
    new Problem(
      'record-keeper-required',
      `This requires the right to keep records of ${organization}. An operator can grant it under Accounts.`,
    ),
  noCompanyAccess: (detail = problemOf('no-company-access').detail) =>
    new Problem('no-company-access', detail),
  developerRole: (organization: string) =>
    new Problem(
      'developer-role-required',
      `This requires the Developer role in ${organization}. An operator can grant it under Accounts.`,
    ),
  gapsNotShared: (organization: string) =>
    new Problem(
      'gaps-not-shared',
      `Your own requirements are under My compliance. Those of others require report access or the Developer role in ${organization}. An operator can grant them under Accounts.`,
    ),
} as const;
