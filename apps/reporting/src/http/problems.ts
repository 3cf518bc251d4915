import { baseProblems, invalidFields, type ProblemExamples } from '@platform/http';

/** Every error of the service: its code, its status, its title (docs/contract/reporting.md, "Errors"). */
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
  'unknown-ticket': { status: 404, title: 'Unknown ticket' },
  'unknown-competency': { status: 404, title: 'Unknown competency' },
  'unknown-standing': { status: 404, title: 'Unknown standing' },
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

/** Details as clients see them, by code; where a code has several, each has a name of its own. */
export const examples = {
  'invalid-request': invalidFields([{ field: 'page', message: 'must be a whole number' }]),
  'credential-conflict':
    'The request carries credentials that differ. Send one, in Authorization or in X-Api-Key.',
  'company-required': 'Name the organization in the header X-Company: <HANDLE>.',
  'unknown-company': 'No organization is registered under what the request names.',
  'request-not-narrowed': 'Name at least one department, or members together with measurements.',
  'secret-missing':
    'Send a secret as Authorization: Bearer <API_SECRET> or X-Api-Key: <API_SECRET>, or sign in.',
  'secret-unrecognized':
    'The secret is not known here: it was mistyped, replaced, revoked, or made for another environment.',
  'secret-expired': 'The secret vsk_live_Zk3aQ9xW has expired. Make a new one.',
  'session-invalid': 'The session has ended or is not of this service. Sign in.',
  'session-expired': 'The session expired after 8 hours. Sign in again.',
  'sign-in-failed': {
    'sign-in-failed': 'The e-mail address or the password is incorrect.',
    'wrong-password': 'The current password is incorrect.',
    'sso-failed':
      'The provider did not confirm an account of this service. Begin again at /auth/sso/login.',
  },
  'api-access-required': 'This needs API access: an operator gives it under Accounts.',
  'developer-role-required':
    'This needs the Developer role in Acme: an operator gives it under Accounts.',
  'gaps-not-shared':
    'Your own requirements are under My compliance. Those of others need report access, or the Developer role in Acme: an operator gives it under Accounts.',
  'report-access-required': 'This needs report access: an operator gives it under Accounts.',
  'session-required': 'A secret cannot generate or revoke secrets. Sign in for it.',
  'operator-required': {
    'operator-required':
      'This needs the rights of an operator: an operator gives them under Accounts.',
    'company-id-for-operators':
      'Only operators and the service key may send companyId. Leave it out; send X-Company where needed.',
  },
  'record-keeper-required':
    'This needs the right to keep records of Acme: an operator gives it under Accounts.',
  'account-required':
    'This call is about the account of a person; the service key and service accounts have none.',
  'no-company-access':
    'This needs access to the organization: an operator gives it under Accounts.',
  'origin-not-allowed':
    'The page that calls is of an origin that this service does not know. An operator names it in ALLOWED_ORIGINS.',
  'unknown-achievement':
    'The organization has no achievement 1f0e7f0e-5f6c-4a53-9c3a-0d1b8a7c2e11. GET /reporting/achievement-gaps/achievements lists them.',
  'unknown-member': {
    'unknown-member':
      'The reports have no member 0d6d3d8c-6a39-4c39-8a5c-7d3f1c2b9a01. GET /reporting/directory-contacts lists them.',
    'unknown-member-of-organization': 'The organization has no member of this id.',
    'not-a-member-of': 'The account is not a member of acme.',
    'not-a-member': 'You are not a member of acme. GET /auth/session lists your organizations.',
  },
  'import-unreadable': 'The archive is encrypted; save it without a password.',
  'request-timeout': 'The body did not arrive in time.',
  'import-too-large':
    'The file has more than 1073741824 bytes. Send it in parts, or compressed as a zip archive.',
  'idempotency-mismatch':
    'The Idempotency-Key was used within a day with another file or other options. Use a new key.',
  'import-ended': 'The import has ended. GET it to see how.',
  'nothing-kept': {
    'nothing-kept': 'Of this import no rows are kept as they were.',
    'changes-not-kept': 'Of this import no changes are kept.',
  },
  'unknown-import': 'There is no import of this id. The list of imports has all.',
  'unknown-ticket': 'The organization has no ticket of this id.',
  'unknown-competency': 'The organization has no competency of this id.',
  'unknown-standing': 'The member has no standing to this competency.',
  'unknown-account': {
    'unknown-account': 'There is no account of this id. GET /security/accounts lists them.',
    'unknown-account-or-secret':
      'There is no account of this id. GET /security/accounts lists them.',
  },
  'not-found': {
    'unknown-client-secret': 'The account has no client secret of this id.',
    'unknown-service-secret': 'The service account has no secret of this id.',
    'no-single-sign-on': 'Single sign-on is not configured here. Use POST /auth/login.',
  },
  'unknown-subscription':
    'This link is not complete, or what it would end does not exist any more. Use the link of a newer mail.',
  'unknown-schedule': 'There is no schedule of this id here.',
  'no-outbox': 'Mails of this service are not written to a folder.',
  'unknown-delivery': {
    'unknown-delivery': 'The organization has no mail of this id.',
    'unknown-outbox-mail': 'The outbox has no mail of this id.',
  },
  'too-many-schedules': 'The account has 50 schedules, the most it may have. Delete one first.',
  'delivery-not-failed': 'Only a mail that has failed is sent again.',
  'last-operator': 'It is the last enabled operator. Make somebody else an operator first.',
  'email-taken':
    'There is an account with the e-mail ada@example.org already. Give that one the organization or the rights, or use another e-mail.',
  'unknown-service-account':
    'There is no service account of this id. GET /security/service-accounts lists them.',
  'name-taken': 'The organization has a service account of the name power-bi. Use another name.',
  'email-missing':
    'The account has no e-mail, which this needs: an operator adds it under Accounts.',
  'membership-has-records':
    'The membership has records and was not deleted. Its access is withdrawn instead.',
  'precondition-failed': {
    'precondition-failed':
      'The account is not as it was when it was read. Read it again, then decide.',
    'record-changed': 'The record is not as it was when it was read. Read it again, then decide.',
  },
  'unknown-password-link': 'The link has expired, was used, or is not complete. Ask for a new one.',
  'mail-not-configured':
    'This service sends no mail. Whoever runs it sets SMTP_URL, MAIL_FROM and PUBLIC_URL.',
  'body-too-large': 'The body exceeds the limit of 16384 bytes.',
  'rate-limited': 'Rate limit of 300 calls per 60 seconds exceeded. Try again in 12 seconds.',
  internal:
    'An internal error occurred. Report it with the request ID 5f0c2b1e-8d7a-4c39-9b6e-2a4d1f3e5c70.',
  'not-implemented': 'This module of the platform is not part of this service.',
  'database-unavailable': 'The database is unavailable. Try again after Retry-After seconds.',
  busy: {
    busy: 'Too many reports are waiting. Try again after Retry-After seconds.',
    'imports-busy': '10 imports wait already. Try again after Retry-After seconds.',
    'lists-busy': 'Too many lists are waiting. Try again after Retry-After seconds.',
    'sign-ins-busy': 'Too many sign-ins are waiting. Try again after Retry-After seconds.',
    'bodies-busy': 'Send at most 8 bodies concurrently. Try again after Retry-After seconds.',
  },
  'sso-unavailable': 'The sign-on provider is unavailable. Try again later.',
} as const satisfies ProblemExamples<keyof typeof problems>;
