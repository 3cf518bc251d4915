import { schemaChecker } from '@platform/http/testing';
import document from '../openapi.json';
import { problems } from '../src/http/problems';
import { type Reply, startTestApp, type TestApp } from './start-test-app';

interface Media {
  examples?: Record<string, { $ref: string }>;
}

interface Answer {
  content?: Record<string, Media>;
  $ref?: string;
}

const shared: Record<string, Answer> = document.components.responses;
const resolve = (answer: Answer) =>
  answer.$ref ? shared[answer.$ref.split('/').at(-1)!]! : answer;

const examples = document.components.examples;
type Name = keyof typeof examples;

const refusals = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).flatMap(([method, { security, responses }]) =>
    Object.entries(responses as Record<string, Answer>)
      .filter(([status]) => security.length > 0 && Number(status) >= 400)
      .map(
        ([status, answer]) =>
          [method, path, status, resolve(answer).content!['application/json']] as const,
      ),
  ),
);

const billing = '/api/packages/billing-api';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ VERSIONING_API_KEYS: 'b'.repeat(32) });
});
afterAll(() => app.close());
// Every example uses this package and the same key name.
beforeEach(async () => {
  await app.call('DELETE', billing);
  await app.context.db.prisma.apiKey.updateMany({
    where: { name: { not: 'ci' } },
    data: { revokedAt: new Date() },
  });
});

const create = (body: unknown = { Slug: 'billing-api' }, headers = {}) =>
  app.call('POST', '/api/packages', { body, headers });
const set = (Version: string, headers = {}) =>
  app.call('PUT', `${billing}/version`, { body: { Version }, headers });
const increment = (part: string, call = {}) =>
  app.call('POST', `${billing}/increment/${part}`, call);

/** Sends the request with a key created for it. */
const by = async (key: Parameters<TestApp['issueKey']>[0], method = 'GET', path = billing) =>
  app.call(method, path, { key: await app.issueKey(key) });

const manager = { name: 'team-a', scopes: ['read', 'keys'], slugPatterns: ['team-a-*'] } as const;
const manage = (method: string, path: string) => by(manager, method, path);
const issue = async (body: object) =>
  app.call('POST', '/api/keys', { key: await app.issueKey(manager), body });

const asked: [example: Name, ask: () => Promise<Reply>][] = [
  ['limit-out-of-range', () => app.call('GET', `${billing}/history?limit=0`)],
  ['slug-missing', () => create({})],
  ['slug-malformed', () => app.call('GET', '/api/packages/-billing')],
  ['version-malformed', () => set('1.4')],
  ['key-missing', () => app.call('GET', billing, { key: null })],
  ['key-unrecognized', () => app.call('GET', billing, { key: 'mistyped' })],
  ['key-expired', () => by({ expiresAt: new Date(Date.now() - 1) })],
  ['no-read-scope', () => by({ name: 'release', scopes: ['write'] })],
  [
    'no-write-scope',
    () => by({ name: 'dashboard', scopes: ['read'] }, 'POST', `${billing}/increment/minor`),
  ],
  ['no-delete-scope', () => by({ name: 'pipeline', scopes: ['read', 'write'] }, 'DELETE')],
  ['key-name-malformed', () => issue({ Name: ' ', Scopes: ['read'] })],
  ['key-id-malformed', () => manage('DELETE', '/api/keys/first')],
  ['key-list-filtered', () => manage('GET', '/api/keys?limit=1')],
  ['no-keys-scope', () => by({ name: 'pipeline', scopes: ['read', 'write'] }, 'GET', '/api/keys')],
  ['beyond-own-access', () => issue({ Name: 'team-b', Scopes: ['write'] })],
  ['key-not-found', () => manage('DELETE', '/api/keys/4711')],
  ['key-fixed', () => manage('DELETE', '/api/keys/bootstrap-1')],
  [
    'rule-broken',
    async () => {
      await set('1.4.2');
      const key = { name: 'feature', allows: { PreReleases: 'only' } } as const;
      return by(key, 'POST', `${billing}/increment/patch`);
    },
  ],
  ['slug-out-of-reach', () => by({ name: 'team-a', slugPatterns: ['team-a-*'] })],
  ['package-not-found', () => app.call('GET', billing)],
  ['package-exists', () => create().then(() => create())],
  ['version-not-greater', () => set('2.4.0').then(() => set('1.4.2'))],
  ['line-not-found', () => set('2.0.0').then(() => increment('patch?line=1.4'))],
  ['line-malformed', () => increment('patch?line=1.4.2')],
  [
    'version-not-found',
    () => set('2.0.0').then(() => app.call('GET', `${billing}/versions/1.4.9`)),
  ],
  [
    'version-used',
    async () => {
      await set('2.4.0', { 'build-url': 'https://ci.example.org/jobs/42' });
      const body = { Version: '1.0.0', Force: true };
      await app.call('PUT', `${billing}/version`, { body });
      return set('2.4.0');
    },
  ],
  ['major-overflow', () => set('2147483647.0.0').then(() => increment('major'))],
  ['minor-overflow', () => set('1.2147483647.0').then(() => increment('minor'))],
  ['patch-overflow', () => set('1.4.2147483647').then(() => increment('patch'))],
  ['precondition-failed', () => create().then(() => set('2.4.0', { 'if-match': '"0-0"' }))],
  ['body-too-large', () => create({ Slug: 'billing-api', Name: 'n'.repeat(16 * 1024) })],
  ['unsupported-media-type', () => create('Slug=billing-api', { 'content-type': 'text/plain' })],
  [
    'idempotency-mismatch',
    async () => {
      const headers = { 'idempotency-key': 'build-4711' };
      await increment('minor', { headers });
      return increment('major', { headers });
    },
  ],
  [
    'rate-limited',
    async () => {
      const env = { DATABASE_URL: app.databaseUrl, RATE_LIMIT_DEFAULT: '1/60' };
      const limited = await startTestApp(env);
      const [, reply] = [await limited.call('GET', billing), await limited.call('GET', billing)];
      await limited.close();
      return reply;
    },
  ],
];

/** Replaces prefixes of keys, times and limits, which differ in each run. */
const masked = (detail: string) =>
  detail
    .replace(/vrk_[a-z]+_.{8}…/, 'vrk_…')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/, 'T')
    .replace(/\b\d+ (?=calls|seconds)/g, 'N ');

test.each(asked)('the example %s is what the service returns', async (name, ask) => {
  const { body } = await ask();
  const { value } = examples[name];
  expect({ ...body, Detail: masked(body.Detail) }).toEqual({
    ...value,
    Detail: masked(value.Detail),
  });
});

test('examples of errors match the catalog', () => {
  const complaints = schemaChecker(document);
  for (const { value } of Object.values(examples)) {
    const { Code, Title, Status } = value;
    expect({ title: Title, status: Status }).toEqual(problems[Code as keyof typeof problems]);
    expect(complaints(['components', 'schemas', 'ProblemDetails'], value)).toEqual([]);
  }
});

test.each(refusals)('%s %s gives examples of its %s', (_method, _path, status, media) => {
  const names = Object.keys(media?.examples ?? {});
  expect(names).not.toEqual([]);
  for (const name of names) expect(examples[name as Name].value.Status).toBe(Number(status));
});

test('every error that an operation can return has an example', () => {
  // Returned before an operation is selected.
  const outside = [
    'not-found',
    'method-not-allowed',
    'request-timeout',
    'range-not-satisfiable',
    'headers-too-large',
  ];
  const shown = new Set(Object.values(examples).map(({ value }) => value.Code));
  expect([...shown, ...outside].sort()).toEqual(Object.keys(problems).sort());
});
