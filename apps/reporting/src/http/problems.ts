import type { ProblemExamples, ProblemOptions } from '@platform/http/problems';
import { baseProblems, invalidField, Problem } from '@platform/http/problems';

/** Every error of the service with its code, status and title (docs/contract/reporting.md, "Errors"). */
export const problems = {
  ...baseProblems,
  'secret-missing': { status: 401, title: 'Not authenticated' },
  'secret-unrecognized': { status: 401, title: 'Secret not recognized' },
  'session-invalid': { status: 401, title: 'Session not valid' },
  'secret-expired': { status: 401, title: 'Secret expired' },
  'session-expired': { status: 401, title: 'Session expired' },
  'sign-in-failed': { status: 401, title: 'Sign-in failed' },
  'credential-conflict': { status: 400, title: 'Conflicting credentials' },
  'api-access-required': { status: 403, title: 'API access required' },
  'report-access-required': { status: 403, title: 'Report access required' },
  'developer-role-required': { status: 403, title: 'Developer role required' },
  'gaps-not-shared': { status: 403, title: 'Gaps not shared' },
  'operator-required': { status: 403, title: 'Operator required' },
  'record-keeper-required': { status: 403, title: 'Record keeper required' },
  'session-required': { status: 403, title: 'Session required' },
  'account-required': { status: 403, title: 'Account required' },
  'unknown-company': { status: 400, title: 'Unknown company' },
  'no-company-access': { status: 403, title: 'No access to this company' },
  'company-required': { status: 400, title: 'Company required' },
  'origin-not-allowed': { status: 403, title: 'Origin not allowed' },
  'request-not-narrowed': { status: 400, title: 'Request not narrowed' },
  'unknown-member': { status: 404, title: 'Unknown member' },
  'unknown-achievement': { status: 404, title: 'Unknown achievement' },
  'unknown-account': { status: 404, title: 'Unknown account' },
  'email-taken': { status: 409, title: 'E-mail taken' },
  'unknown-service-account': { status: 404, title: 'Unknown service account' },
  'name-taken': { status: 409, title: 'Name taken' },
  'email-missing': { status: 409, title: 'E-mail missing' },
  'membership-has-records': { status: 409, title: 'Membership has records' },
  'unknown-password-link': { status: 404, title: 'Unknown password link' },
  'unknown-subscription': { status: 404, title: 'Unknown subscription' },
  'import-unreadable': { status: 400, title: 'Import unreadable' },
  'import-too-large': { status: 413, title: 'Import too large' },
  'import-ended': { status: 409, title: 'Import ended' },
  'nothing-kept': { status: 404, title: 'Nothing kept' },
  'idempotency-mismatch': { status: 422, title: 'Idempotency mismatch' },
  'unknown-import': { status: 404, title: 'Unknown import' },
  'unknown-source': { status: 404, title: 'Unknown source' },
  'too-many-sources': { status: 409, title: 'Too many sources' },
  'unknown-ticket': { status: 404, title: 'Unknown ticket' },
  'unknown-competency': { status: 404, title: 'Unknown competency' },
  'unknown-standing': { status: 404, title: 'Unknown standing' },
  'unknown-recipient': { status: 404, title: 'Unknown recipient' },
  'unknown-schedule': { status: 404, title: 'Unknown schedule' },
  'unknown-delivery': { status: 404, title: 'Unknown delivery' },
  'no-outbox': { status: 404, title: 'No outbox' },
  'too-many-schedules': { status: 409, title: 'Too many schedules' },
  'delivery-not-failed': { status: 409, title: 'Delivery not failed' },
  'last-operator': { status: 409, title: 'Last operator' },
  'mail-not-configured': { status: 409, title: 'Mail not configured' },
  'not-implemented': { status: 501, title: 'Not implemented' },
  'sso-unavailable': { status: 503, title: 'Service unavailable' },
} as const;

/** The `detail` of each code, or an example of it; if a code has several, each has its own name. */
export const examples = {
  'invalid-request': invalidField('page', 'must be a whole number'),
  'credential-conflict':
    'The request contains different credentials. Send only one, in Authorization or X-Api-Key.',
  'company-required': 'Specify the organization in the header X-Company: <HANDLE>.',
  'unknown-company': 'There is no organization with the handle or ID in the request.',
  'request-not-narrowed': 'Specify at least one department, or members together with measurements.',
  'secret-missing':
    'Send a secret as Authorization: Bearer <API_SECRET> or X-Api-Key: <API_SECRET>, or sign in.',
  'secret-unrecognized':
    'The secret is not recognized: it was mistyped, replaced, revoked, or created for a different environment.',
  'secret-expired': 'The secret vsk_live_Zk3aQ9xW has expired. Create a new one.',
  'session-invalid': 'The session has ended or belongs to a different service. Sign in.',
  'session-expired': 'The session expired after 8 hours. Sign in again.',
  'sign-in-failed': {
    'sign-in-failed': 'The e-mail address or the password is incorrect.',
    'wrong-password': 'The current password is incorrect.',
    'sso-failed':
      'The provider did not confirm an account of this service. Start again at /auth/sso/login.',
  },
  'api-access-required': 'This requires API access. An operator can grant it under Accounts.',
  'developer-role-required':
    'This requires the Developer role in Acme. An operator can grant it under Accounts.',
  'gaps-not-shared':
    'Your own requirements are under My compliance. Those of others require report access or the Developer role in Acme. An operator can grant them under Accounts.',
  'report-access-required': 'This requires report access. An operator can grant it under Accounts.',
  'session-required': 'A secret cannot create or revoke secrets. Sign in to do so.',
  'operator-required': {
    'operator-required':
      'This requires operator rights. An operator can grant them under Accounts.',
    'company-id-for-operators':
      'Only operators and the service key may send companyId. Omit it and, if necessary, send X-Company.',
  },
  'record-keeper-required':
    'This requires the right to keep records of Acme. An operator can grant it under Accounts.',
  'account-required':
    'This operation requires the account of a person, which the service key and service accounts do not have.',
  'no-company-access':
    'This requires access to the organization. An operator can grant it under Accounts.',
  'origin-not-allowed':
    'The origin of the page is not allowed. An operator can add it to ALLOWED_ORIGINS.',
  'unknown-achievement':
    'The organization has no achievement 1f0e7f0e-5f6c-4a53-9c3a-0d1b8a7c2e11. GET /reporting/achievement-gaps/achievements lists them.',
  'unknown-member': {
    'unknown-member':
      'There is no member 0d6d3d8c-6a39-4c39-8a5c-7d3f1c2b9a01 in the reports. GET /reporting/directory-contacts lists them.',
    'unknown-member-of-organization': 'The organization has no member with this ID.',
    'not-a-member-of': 'The account is not a member of acme.',
    'not-a-member': 'You are not a member of acme. GET /auth/session lists your organizations.',
  },
  'import-unreadable': 'The archive is encrypted; save it without a password.',
  'request-timeout': 'The body did not arrive in time.',
  'import-too-large':
    'The file has more than 1073741824 bytes. Send it in parts, or compressed as a zip archive.',
  'idempotency-mismatch':
    'The Idempotency-Key was used within the last day with a different file or different options. Use a new key.',
  'import-ended': 'The import has ended. GET it to see the result.',
  'nothing-kept': {
    'nothing-kept': 'No previous rows are kept for this import.',
    'changes-not-kept': 'No changes are kept for this import.',
  },
  'unknown-import': 'There is no import with this ID. See the list of imports.',
  'unknown-source': 'The organization has no source with this name. See GET /records/sources.',
  'too-many-sources': 'The organization has reached the limit of 100 sources. Delete one first.',
  'unknown-ticket': 'The organization has no ticket with this ID.',
  'unknown-competency': 'The organization has no competency with this ID.',
  'unknown-standing': 'The member has no standing for this competency.',
  'unknown-account': {
    'unknown-account': 'There is no account with this ID. GET /security/accounts lists them.',
    'unknown-account-or-secret':
      'There is no account with this ID. GET /security/accounts lists them.',
  },
  'not-found': {
    'unknown-client-secret': 'The account has no client secret with this ID.',
    'unknown-service-secret': 'The service account has no secret with this ID.',
    'no-single-sign-on': 'Single sign-on is not configured. Use POST /auth/login.',
  },
  'unknown-subscription':
    'The link is incomplete, or the subscription no longer exists. Use the link in a more recent email.',
  'unknown-recipient': 'The organization allows no recipient with this ID.',
  'unknown-schedule': 'There is no schedule with this ID.',
  'no-outbox': 'This service does not write emails to a folder.',
  'unknown-delivery': {
    'unknown-delivery': 'The organization has no email with this ID.',
    'unknown-outbox-mail': 'The outbox has no email with this ID.',
  },
  'too-many-schedules': 'The account has reached the limit of 50 schedules. Delete one first.',
  'delivery-not-failed': 'Only failed emails can be sent again.',
  'last-operator': 'This is the last enabled operator. Make another account an operator first.',
  'email-taken':
    'An account with the e-mail ada@example.org already exists. Change that account, or use a different e-mail.',
  'unknown-service-account':
    'There is no service account with this ID. GET /security/service-accounts lists them.',
  'name-taken':
    'The organization already has a service account named power-bi. Use a different name.',
  'email-missing':
    'This requires an e-mail address, which the account does not have. An operator can add one under Accounts.',
  'membership-has-records':
    'The membership has records and was kept. Its access was withdrawn instead.',
  'precondition-failed': {
    'precondition-failed': 'The account has changed since it was read. Read it again, then retry.',
    'record-changed': 'The record has changed since it was read. Read it again, then retry.',
  },
  'unknown-password-link':
    'The link has expired, was already used, or is incomplete. Request a new one.',
  'mail-not-configured':
    'This service does not send emails. Its administrator must set SMTP_URL, MAIL_FROM and PUBLIC_URL.',
  'body-too-large': 'The body exceeds the limit of 16384 bytes.',
  'rate-limited':
    'Rate limit of 300 calls by this account per 60 seconds exceeded. Try again in 12 seconds.',
  internal:
    'An internal error occurred. Report it with the request ID 5f0c2b1e-8d7a-4c39-9b6e-2a4d1f3e5c70.',
  'not-implemented': 'This module of the platform is not part of this service.',
  'database-unavailable': 'The database is unavailable. Try again after Retry-After seconds.',
  busy: {
    busy: 'Too many reports are waiting. Try again after Retry-After seconds.',
    'imports-busy': '10 imports are already waiting. Try again after Retry-After seconds.',
    'lists-busy': 'Too many lists are waiting. Try again after Retry-After seconds.',
    'sign-ins-busy': 'Too many sign-ins are waiting. Try again after Retry-After seconds.',
    'bodies-busy': 'Send at most 8 bodies concurrently. Try again after Retry-After seconds.',
  },
  'sso-unavailable': 'The sign-on provider is unavailable. Try again later.',
} as const satisfies ProblemExamples<keyof typeof problems>;

type Examples = typeof examples;

/** A code with a single detail, or the name of one of several. */
export type ProblemName = {
  [Code in keyof Examples]: Examples[Code] extends string
    ? Code
    : Exclude<keyof Examples[Code], keyof Problem>;
}[keyof Examples];

const details = new Map(
  Object.entries<Examples[keyof Examples]>(examples).flatMap(([code, given]) => {
    if (given instanceof Problem) return [];
    const named: Readonly<Record<string, string>> =
      typeof given === 'string' ? { [code]: given } : given;
    return Object.entries(named).map(([name, detail]) => [name, { code, detail }] as const);
  }),
);

/** Returns the problem with the documented detail. */
export function problemOf(name: ProblemName, options?: ProblemOptions): Problem {
  const { code, detail } = details.get(name)!;
  return new Problem(code, detail, options);
}
