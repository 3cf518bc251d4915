import type { Reply } from './send-json';

/** A line of the table of errors, such as `401 Not authenticated, secret-missing`. */
export type Line = `${number} ${string}, ${string}`;

/** Expects a response to be the error of a line (docs/contract/reporting.md, "Errors"). */
export function expectProblem({ status, headers, body }: Reply, line: Line): void {
  const { errors, ...problem } = body;
  expect(`${problem.status} ${problem.title}, ${problem.code}`).toBe(line);
  expect(problem).toEqual({
    type: 'about:blank',
    title: expect.any(String),
    status,
    detail: expect.stringMatching(/^.{10,}\.$/),
    code: expect.any(String),
  });
  if (errors !== undefined) expect(status).toBe(400);
  expect(headers['content-type']).toMatch(/^application\/problem\+json(;|$)/);
  expect(headers['set-cookie']).toBeUndefined();
  if (status === 401) expect(headers['www-authenticate']).toMatch(challenge(problem.code));
  else expect(headers['www-authenticate']).toBeUndefined();
}

/** RFC 6750, section 3.1: without a credential, the challenge contains no error code. */
function challenge(code: string): RegExp {
  return code === 'secret-missing' || code === 'sign-in-failed'
    ? /^Bearer realm="reporting"$/
    : /^Bearer realm="reporting", error="invalid_token", error_description="[^"]+"$/;
}
