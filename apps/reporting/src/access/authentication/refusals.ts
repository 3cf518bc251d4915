import { Problem } from '@platform/http';

const REALM = 'Bearer realm="reporting"';

/** Nobody is known: 401 with the challenge of RFC 6750, which says more when a secret was sent. */
export function unauthenticated(code: string, detail: string): Problem {
  const said = code === 'secret-missing' || code === 'sign-in-failed';
  const challenge = said ? REALM : `${REALM}, error="invalid_token", error_description="${detail}"`;
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
  notRecognized: (sent = '') =>
    unauthenticated(
      'secret-unrecognized',
      /^bearer\s/i.test(sent)
        ? 'Bearer was sent twice. In Authorize, paste the secret alone.'
        : 'The secret is not known here: it was mistyped, replaced, revoked, or made for another environment.',
    ),
  secretExpired: (prefix: string) =>
    unauthenticated('secret-expired', `The secret ${prefix} has expired. Make a new one.`),
  sessionInvalid: () =>
    unauthenticated('session-invalid', 'The session has ended or is not of this service. Sign in.'),
  sessionExpired: () =>
    unauthenticated('session-expired', 'The session has lasted its 8 hours. Sign in again.'),
  sessionNeeded: () =>
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
    new Problem('api-access-required', 'An operator must grant the account API access.'),
  operator: () => new Problem('operator-required', 'Only operators may call this.'),
  companyIdIsForOperators: () =>
    new Problem(
      'operator-required',
      'Only operators and the service key may send companyId. Leave it out; send X-Company where needed.',
    ),
  account: () =>
    new Problem('account-required', 'This call is about an account; the service key has none.'),
  unknownCompany: () =>
    new Problem('unknown-company', 'No organization is registered under what the request names.'),
  noCompanyAccess: () =>
    new Problem('no-company-access', 'The account has no access to the organization.'),
  companyRequired: () =>
    new Problem('company-required', 'Name the organization in the header X-Company: <HANDLE>.'),
  developerRole: () =>
    new Problem(
      'developer-role-required',
      'A secret reaches reports only while its account has the Developer role in the organization.',
    ),
  reportAccess: () =>
    new Problem('report-access-required', 'An operator must grant the account report access.'),
} as const;
