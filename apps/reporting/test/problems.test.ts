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

/** Ada asks, who may: what is refused is the request. */
async function adaAsks(path: string, question: RequestOptions = {}, headers: Headers = []) {
  const { secret } = await cast.ada();
  return cast.call(path, [...bearer(secret), ...headers], question);
}

test.each<[condition: string, line: Line, cause: () => Promise<Reply>]>([
  [
    'X-Company that names nothing registered',
    '400 Unknown company, unknown-company',
    () => adaAsks(TYPES, {}, xCompany('nowhere')),
  ],
  [
    'companyId that names nothing registered',
    '400 Unknown company, unknown-company',
    () => cast.call(`${TYPES}?companyId=${randomUUID()}`, apiKey(SERVICE_KEY)),
  ],
  [
    'an organization that is needed and not named',
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
    () => adaAsks(`${TYPES}?kind=all`),
  ],
  [
    'an unknown property of the body',
    '400 Invalid request, invalid-request',
    () => adaAsks(SUMMARIES, { method: 'POST', body: { people: [] } }),
  ],
  [
    'a summary that is not narrowed',
    '400 Request not narrowed, request-not-narrowed',
    () => adaAsks(SUMMARIES, { method: 'POST', body: {} }),
  ],
  [
    'an achievement that the organization does not know',
    '404 Unknown achievement, unknown-achievement',
    () => adaAsks(`/reporting/achievement-gaps?achievementId=${randomUUID()}`),
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
    () => adaAsks('/auth/login', { method: 'POST', body: { email: 'x'.repeat(16 * 1024) } }),
  ],
  [
    'a module that is named and not built, for an operator',
    '501 Not implemented, not-implemented',
    async () => cast.call('/support/issues', bearer((await cast.grace()).secret)),
  ],
])('%s answers %s', async (_, line, cause) => {
  expectProblem(await cause(), line);
});

test.each<[string, Headers]>([
  ['a form', [['Content-Type', 'application/x-www-form-urlencoded']]],
  ['a compressed body', [['Content-Encoding', 'gzip']]],
])('%s is unsupported content: 400, and what to send', async (_, headers) => {
  const { email } = (await cast.ada()).account;
  const body = { email, password: PASSWORD };
  const answer = await cast.call('/auth/login', headers, { method: 'POST', body });
  expectProblem(answer, '400 Invalid request, invalid-request');
  expect(answer.body.detail).toContain('application/json');
});

test('another charset is refused with the supported one', async () => {
  const headers: Headers = [['Content-Type', 'application/json; charset=latin1']];
  const answer = await cast.call('/auth/login', headers, { method: 'POST', body: {} });
  expectProblem(answer, '400 Invalid request, invalid-request');
  expect(answer.body.detail).toContain('UTF-8');
});

test('405 names the methods that the path takes', async () => {
  const { headers } = await cast.call(CONTACTS, [], { method: 'DELETE' });
  expect(String(headers.allow).split(', ')).toEqual(['GET', 'HEAD', 'OPTIONS']);
});

test('a refusal that is about fields names each of them', async () => {
  const { body } = await adaAsks(`${TYPES}?kind=all&sort=name`);
  expect(body.errors).toEqual([
    { field: 'kind', message: expect.any(String) },
    { field: 'sort', message: expect.any(String) },
  ]);
});
