import { Problem } from '@platform/http/problems';

const REALM = 'Bearer realm="reporting"';

/** Returns a 401 with a challenge (RFC 6750), which includes `error` only if a secret was sent. */
export function unauthenticated(code: string, detail: string): Problem {
  const hasNoCredential = code === 'secret-missing' || code === 'sign-in-failed';
  const challenge = hasNoCredential
    ? REALM
    : `${REALM}, error="invalid_token", error_description="${detail}"`;
  return new Problem(code, detail, { headers: { 'WWW-Authenticate': challenge } });
}

export const refusals = {
  nothingSent: () =>
    unauthenticated(
      'secret-missing',
      'Send a secret as Authorization: Bearer <API_SECRET> or X-Api-Key: <API_SECRET>, or sign in.',
    ),
  conflict: () =>
    new Problem(
      'credential-conflict',
      'The request contains different credentials. Send only one, in Authorization or X-Api-Key.',
    ),
  notRecognized: (
    fault = 'The secret is not recognized: it was mistyped, replaced, revoked, or created for a different environment.',
  ) => unauthenticated('secret-unrecognized', fault),
  secretExpired: (prefix: string) =>
    unauthenticated('secret-expired', `The secret ${prefix} has expired. Create a new one.`),
  sessionInvalid: () =>
    unauthenticated(
      'session-invalid',
      'The session has ended or belongs to a different service. Sign in.',
    ),
  sessionExpired: () =>
    unauthenticated('session-expired', 'The session expired after 8 hours. Sign in again.'),
  sessionOnly: () =>
    unauthenticated(
      'session-invalid',
      'This operation requires a session. Sign in, and send no other credential.',
    ),
  twoSessions: () =>
    unauthenticated('session-invalid', 'Two session cookies were sent. Delete both and sign in.'),
  originNotAllowed: () =>
    new Problem(
      'origin-not-allowed',
      'The origin of the page is not allowed. An operator can add it to ALLOWED_ORIGINS.',
    ),
  apiAccess: () =>
    new Problem(
      'api-access-required',
      'This requires API access. An operator can grant it under Accounts.',
    ),
  sessionRequired: () =>
    new Problem('session-required', 'A secret cannot create or revoke secrets. Sign in to do so.'),
  operator: () =>
    new Problem(
      'operator-required',
      'This requires operator rights. An operator can grant them under Accounts.',
    ),
  companyIdIsForOperators: () =>
    new Problem(
      'operator-required',
      'Only operators and the service key may send companyId. Omit it and, if necessary, send X-Company.',
    ),
  recordKeeper: (organization: string) =>
    new Problem(
      'record-keeper-required',
      `This requires the right to keep records of ${organization}. An operator can grant it under Accounts.`,
    ),
  account: () =>
    new Problem(
      'account-required',
      'This operation requires the account of a person, which the service key and service accounts do not have.',
    ),
  unknownCompany: () =>
    new Problem(
      'unknown-company',
      'There is no organization with the handle or ID in the request.',
    ),
  noCompanyAccess: (
    detail = 'This requires access to the organization. An operator can grant it under Accounts.',
  ) => new Problem('no-company-access', detail),
  companyRequired: () =>
    new Problem('company-required', 'Specify the organization in the header X-Company: <HANDLE>.'),
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
  reportAccess: () =>
    new Problem(
      'report-access-required',
      'This requires report access. An operator can grant it under Accounts.',
    ),
} as const;
