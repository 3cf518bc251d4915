import { Problem } from '@platform/http/problems';

const REALM = 'Bearer realm="reporting"';

/** 401 with the challenge of RFC 6750, which has `error` only when a secret was sent. */
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
      'The request carries credentials that differ. Send one, in Authorization or in X-Api-Key.',
    ),
  notRecognized: (
    fault = 'The secret is not known here: it was mistyped, replaced, revoked, or made for another environment.',
  ) => unauthenticated('secret-unrecognized', fault),
  secretExpired: (prefix: string) =>
    unauthenticated('secret-expired', `The secret ${prefix} has expired. Make a new one.`),
  sessionInvalid: () =>
    unauthenticated('session-invalid', 'The session has ended or is not of this service. Sign in.'),
  sessionExpired: () =>
    unauthenticated('session-expired', 'The session expired after 8 hours. Sign in again.'),
  sessionOnly: () =>
    unauthenticated(
      'session-invalid',
      'This call is for a signed-in person. Send a session alone.',
    ),
  twoSessions: () =>
    unauthenticated('session-invalid', 'Two session cookies were sent. Delete both and sign in.'),
  originNotAllowed: () =>
    new Problem(
      'origin-not-allowed',
      'The page that calls is of an origin that this service does not know. An operator names it in ALLOWED_ORIGINS.',
    ),
  apiAccess: () =>
    new Problem(
      'api-access-required',
      'This needs API access: an operator gives it under Accounts.',
    ),
  sessionRequired: () =>
    new Problem('session-required', 'A secret cannot generate or revoke secrets. Sign in for it.'),
  operator: () =>
    new Problem(
      'operator-required',
      'This needs the rights of an operator: an operator gives them under Accounts.',
    ),
  companyIdIsForOperators: () =>
    new Problem(
      'operator-required',
      'Only operators and the service key may send companyId. Leave it out; send X-Company where needed.',
    ),
  recordKeeper: (organization: string) =>
    new Problem(
      'record-keeper-required',
      `This needs the right to keep records of ${organization}: an operator gives it under Accounts.`,
    ),
  account: () =>
    new Problem(
      'account-required',
      'This call is about the account of a person; the service key and service accounts have none.',
    ),
  unknownCompany: () =>
    new Problem('unknown-company', 'No organization is registered under what the request names.'),
  noCompanyAccess: (
    detail = 'This needs access to the organization: an operator gives it under Accounts.',
  ) => new Problem('no-company-access', detail),
  companyRequired: () =>
    new Problem('company-required', 'Name the organization in the header X-Company: <HANDLE>.'),
  developerRole: (organization: string) =>
    new Problem(
      'developer-role-required',
      `This needs the Developer role in ${organization}: an operator gives it under Accounts.`,
    ),
  gapsNotShared: (organization: string) =>
    new Problem(
      'gaps-not-shared',
      `Your own requirements are under My compliance. Those of others need report access, or the Developer role in ${organization}: an operator gives it under Accounts.`,
    ),
  reportAccess: () =>
    new Problem(
      'report-access-required',
      'This needs report access: an operator gives it under Accounts.',
    ),
} as const;
