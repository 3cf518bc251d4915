import {
  baseProblems,
  type Problem,
  type RenderedProblem,
  renderProblem,
} from '@platform/http/problems';

/** Every error of the service: its code, its status, its title (docs/contract/versioning.md, "Errors"). */
export const problems = {
  ...baseProblems,
  'key-missing': { status: 401, title: 'Key missing' },
  'key-unrecognized': { status: 401, title: 'Key not recognized' },
  'key-expired': { status: 401, title: 'Key expired' },
  'token-unrecognized': { status: 401, title: 'Token not recognized' },
  'token-expired': { status: 401, title: 'Token expired' },
  'key-scope': { status: 403, title: 'Out of the key’s scope' },
  'key-not-found': { status: 404, title: 'Unknown key' },
  'key-fixed': { status: 409, title: 'Key of the deployment' },
  'issuer-unavailable': { status: 503, title: 'Issuer unavailable' },
  'package-not-found': { status: 404, title: 'Unknown package' },
  'version-not-found': { status: 404, title: 'Unknown version' },
  'line-not-found': { status: 404, title: 'Unknown line' },
  'package-exists': { status: 409, title: 'Package exists' },
  'version-not-greater': { status: 409, title: 'Version not greater' },
  'version-used': { status: 409, title: 'Version used before' },
  'version-overflow': { status: 409, title: 'Version overflow' },
  'idempotency-mismatch': { status: 422, title: 'Idempotency key reused' },
  'idempotency-in-progress': { status: 409, title: 'Still in progress' },
} as const;

/** A problem as this service sends it: `{ Title, Status, Detail, Code }` as application/json. */
export function problemBody(problem: Problem): RenderedProblem {
  return renderProblem(problem, problems, 'pascal');
}
