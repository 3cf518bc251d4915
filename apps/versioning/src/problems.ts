import { baseProblems, type Problem, type RenderedProblem, renderProblem } from '@platform/http';

/** Every error of the service: its code, its status, its title (docs/contract/versioning.md, "Errors"). */
export const problems = {
  ...baseProblems,
  'key-missing': { status: 401, title: 'Key missing' },
  'key-unrecognized': { status: 401, title: 'Key not recognized' },
  'key-expired': { status: 401, title: 'Key expired' },
  'key-scope': { status: 403, title: 'Out of the key’s scope' },
  'package-not-found': { status: 404, title: 'Unknown package' },
  'package-exists': { status: 409, title: 'Package exists' },
  'version-not-greater': { status: 409, title: 'Version not greater' },
  'version-overflow': { status: 409, title: 'Version overflow' },
  'precondition-failed': { status: 412, title: 'Precondition failed' },
  'idempotency-mismatch': { status: 422, title: 'Idempotency key reused' },
  'idempotency-in-progress': { status: 409, title: 'Still in progress' },
  busy: { status: 503, title: 'Busy' },
} as const;

/** A problem as this service sends it: `{ Title, Status, Detail, Code }` as application/json. */
export function problemBody(problem: Problem): RenderedProblem {
  return renderProblem(problem, problems, 'pascal');
}
