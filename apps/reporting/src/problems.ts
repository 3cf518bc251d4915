import { baseProblems } from '@platform/http';

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
  'operator-required': { status: 403, title: 'Operator required' },
  'account-required': { status: 403, title: 'Account required' },
  'unknown-company': { status: 400, title: 'Unknown company' },
  'no-company-access': { status: 403, title: 'No access to this company' },
  'company-required': { status: 400, title: 'Company required' },
  'origin-not-allowed': { status: 403, title: 'Origin not allowed' },
  'request-not-narrowed': { status: 400, title: 'Request not narrowed' },
  'unknown-achievement': { status: 404, title: 'Unknown achievement' },
  'not-implemented': { status: 501, title: 'Not implemented' },
  'sso-unavailable': { status: 503, title: 'Service unavailable' },
  busy: { status: 503, title: 'Busy' },
} as const;
