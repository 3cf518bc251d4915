import { randomUUID } from 'node:crypto';
import { apiKey, bearer, castOf, type Headers, PASSWORD, xCompany } from './cast';
import { expectProblem, type Line } from './expect-problem';
import type { Reply, RequestOptions } from './send-json';
import { SERVICE_KEY, startTestApp, type TestApp } from './start-test-app';

let service: TestApp;
let cast: ReturnType<typeof castOf>;
beforeAll(async () => {
  service = await startTestApp({ SERVICE_KEY, RATE_LIMIT_SIGN_IN: 'off' });
  cast = castOf(service);
});
afterAll(() => service.close());

const TYPES = '/reporting/achievement-gaps/person-types';
const CONTACTS = '/reporting/directory-contacts';
const SUMMARIES = '/reporting/compliance-summaries';

/** Calls the service as Ada, who has the required rights. */
async function callAsAda(path: string, request: RequestOptions = {}, headers: Headers = []) {
  const { secret } = await cast.ada();
  return cast.call(path, [...bearer(secret), ...headers], request);
}

test.each<[condition: string, line: Line, cause: () => Promise<Reply>]>([
  [
    'an unknown handle in X-Company',
    '400 Unknown company, unknown-company',
    () => callAsAda(TYPES, {}, xCompany('nowhere')),
  ],
  [
    'an unknown companyId',
    '400 Unknown company, unknown-company',
    () => cast.call(`${TYPES}?companyId=${randomUUID()}`, apiKey(SERVICE_KEY)),
  ],
  [
    'no organization where one is required',
    '400 Company required, company-required',
    async () => cast.call(TYPES, await (await cast.ada()).signIn()),
  ],
  [
    'X-Company and companyId that differ',
    '400 Invalid request, invalid-request',
    async () => {
      const [{ acme }, { home, secret }] = [await cast.ada(), await cast.grace()];
      const headers = [...bearer(secret), ...xCompany(home.handle)];
      return cast.call(`${TYPES}?companyId=${acme.uuid}`, headers);
    },
  ],
  [
    'an unknown query parameter',
    '400 Invalid request, invalid-request',
    () => callAsAda(`${TYPES}?kind=all`),
  ],
  [
    'an unknown property of the body',
    '400 Invalid request, invalid-request',
    () => callAsAda(SUMMARIES, { method: 'POST', body: { people: [] } }),
  ],
  [
    'a summary that is not narrowed',
    '400 Request not narrowed, request-not-narrowed',
    () => callAsAda(SUMMARIES, { method: 'POST', body: {} }),
  ],
  [
    'an unknown achievement',
    '404 Unknown achievement, unknown-achievement',
    () => callAsAda(`/reporting/achievement-gaps?achievementId=${randomUUID()}`),
  ],
  ['an unknown path', '404 Not found, not-found', () => cast.call('/reporting/nothing')],
  [
    'another method',
    '405 Method not allowed, method-not-allowed',
    () => cast.call(CONTACTS, [], { method: 'DELETE' }),
  ],
  [
    'a body over 16 KiB',
    '413 Body too large, body-too-large',
    () => callAsAda('/auth/login', { method: 'POST', body: { email: 'x'.repeat(16 * 1024) } }),
  ],
  [
    'an operation that is not implemented, for an operator',
    '501 Not implemented, not-implemented',
    async () => cast.call('/support/issues', bearer((await cast.grace()).secret)),
  ],
])('%s fails with %s', async (_, line, cause) => {
  expectProblem(await cause(), line);
});

test.each<[string, Headers]>([
  ['a form', [['Content-Type', 'application/x-www-form-urlencoded']]],
  ['a compressed body', [['Content-Encoding', 'gzip']]],
])('%s is 400, and the error names the supported content type', async (_, headers) => {
  const { email } = (await cast.ada()).account;
  const body = { email, password: PASSWORD };
  const response = await cast.call('/auth/login', headers, { method: 'POST', body });
  expectProblem(response, '400 Invalid request, invalid-request');
  expect(response.body.detail).toContain('application/json');
});

test('the error for another charset names the supported one', async () => {
  const headers: Headers = [['Content-Type', 'application/json; charset=latin1']];
  const response = await cast.call('/auth/login', headers, { method: 'POST', body: {} });
  expectProblem(response, '400 Invalid request, invalid-request');
  expect(response.body.detail).toContain('UTF-8');
});

test('405 lists the methods of the path', async () => {
  const { headers } = await cast.call(CONTACTS, [], { method: 'DELETE' });
  expect(String(headers.allow).split(', ')).toEqual(['GET', 'HEAD', 'OPTIONS']);
});

test('a validation error names each invalid field', async () => {
  const { body } = await callAsAda(`${TYPES}?kind=all&sort=name`);
  expect(body.errors).toEqual([
    { field: 'kind', message: expect.any(String) },
    { field: 'sort', message: expect.any(String) },
  ]);
});
