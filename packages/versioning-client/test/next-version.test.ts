import { nextVersion } from '../src/next-version';
import {
  answer,
  cutOff,
  lost,
  problem,
  type Step,
  scriptedServer,
  version,
} from './scripted-server';

const key = 'vrk_test_0123456789';

interface Run {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function run(args: string[], env: Record<string, string>): Promise<Run> {
  let [stdout, stderr] = ['', ''];
  const code = await nextVersion(args, env, {
    stdout: { write: text => (stdout += text) },
    stderr: { write: text => (stderr += text) },
  });
  return { code, stdout, stderr };
}

/** Runs the command against a scripted server. Also returns what the server received. */
async function against(script: Step[], args = ['app'], env: Record<string, string> = {}) {
  const server = await scriptedServer(...script);
  const result = await run(args, { VERSIONING_URL: server.url, VERSIONING_KEY: key, ...env });
  await server.close();
  return { ...result, received: server.received };
}

test('prints only the version on standard output, and a message on standard error', async () => {
  const { code, stdout, stderr, received } = await against([version('1.4.0')], ['app', 'minor']);
  expect([code, stdout]).toEqual([0, '1.4.0\n']);
  expect(stderr).toBe('next-version: The next version of app is 1.4.0.\n');
  expect(received).toMatchObject([
    {
      method: 'POST',
      path: '/api/packages/app/increment/minor',
      headers: { authorization: `Bearer ${key}`, 'idempotency-key': expect.stringMatching(/./) },
    },
  ]);
});

test('accepts an address with a prefix, and takes a patch by default', async () => {
  const server = await scriptedServer(version('0.0.1'));
  const env = { VERSIONING_URL: `${server.url}/versioning/`, VERSIONING_KEY: ` ${key}\n` };
  expect((await run(['app'], env)).code).toBe(0);
  await server.close();
  expect(server.received[0]!.path).toBe('/versioning/api/packages/app/increment/patch');
});

test('--json prints the package, --quiet prints no messages', async () => {
  const { stdout, stderr } = await against([version('1.4.2')], ['app', '--json', '--quiet']);
  expect(JSON.parse(stdout)).toMatchObject({ Version: '1.4.2', Major: 1, Minor: 4, Patch: 2 });
  expect(stderr).toBe('');
});

test('retries 503, 429, lost and cut-off responses, and calls in progress with one Idempotency-Key', async () => {
  const { code, stdout, stderr, received } = await against([
    problem(503, 'database-unavailable', 'The database is unavailable.', { 'retry-after': '0' }),
    problem(429, 'rate-limited', 'Too many.', { 'retry-after': '0' }),
    lost,
    cutOff,
    problem(409, 'idempotency-in-progress', 'Still running.', { 'retry-after': '0' }),
    version('1.4.3'),
  ]);
  expect([code, stdout]).toEqual([0, '1.4.3\n']);
  expect(received).toHaveLength(6);
  expect(new Set(received.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  expect(stderr.match(/Trying again/g)).toHaveLength(5);
});

test('waits as long as Retry-After says', async () => {
  const began = performance.now();
  const busy = problem(503, 'busy', 'Later.', { 'retry-after': '1' });
  expect((await against([busy, version('0.0.1')])).code).toBe(0);
  expect(performance.now() - began).toBeGreaterThanOrEqual(1_000);
});

test('fails at once with the reason if Retry-After exceeds the timeout', async () => {
  const refusal = problem(429, 'rate-limited', 'No more than 300 calls a minute.', {
    'retry-after': '60',
  });
  const { code, stdout, stderr, received } = await against([refusal], ['app', '--timeout', '5']);
  expect([code, stdout, received.length]).toEqual([5, '', 1]);
  expect(stderr).toBe('next-version: No more than 300 calls a minute.\n');
});

test('fails after the timeout', async () => {
  const { code, stdout, stderr } = await against([lost], ['app', '--timeout', '1']);
  expect([code, stdout]).toEqual([5, '']);
  expect(stderr.trimEnd().split('\n').at(-1)).toMatch(/^next-version: No answer from http:/);
});

test.each([
  ['an unknown key', problem(401, 'key-unrecognized', 'The key is unknown.'), 3],
  ["another team's slug", problem(403, 'key-scope', 'The key is not for app.'), 3],
  ['an overflow', problem(409, 'version-overflow', 'app is at its maximum.'), 4],
  [
    'a malformed slug',
    problem(400, 'invalid-request', 'slug must begin with a letter or digit.'),
    4,
  ],
  ['a wrong prefix', problem(404, 'not-found', 'There is nothing here.'), 5],
  ['a page from another server', answer(200, '<html></html>'), 5],
  ['JSON from another server', answer(404, { message: 'no' }), 5],
  ['a redirect', answer(301, '', { location: 'https://elsewhere.example/' }), 5],
  ['an internal error', problem(500, 'internal', 'Something failed.'), 5],
])('fails after %s with one sentence and its exit code, without a retry', async (_, step, code) => {
  const result = await against([step]);
  expect([result.code, result.stdout, result.received.length]).toEqual([code, '', 1]);
  expect(result.stderr).toMatch(/^next-version: [^\n]+\.\n$/);
  expect(result.stderr).not.toContain(key);
});

test.each(['.', '..', ''])(
  'rejects the slug "%s", which a URL would drop, without a call',
  async slug => {
    const { code, stderr, received } = await against([version('0.0.1')], [slug]);
    expect([code, received.length]).toEqual([slug === '' ? 2 : 4, 0]);
    expect(stderr).toMatch(/^next-version: [^\n]+\.\n$/);
  },
);

test('fails as unreachable if the first call is still in progress after the timeout', async () => {
  const running = problem(409, 'idempotency-in-progress', 'Still running.', {
    'retry-after': '60',
  });
  expect((await against([running], ['app', '--timeout', '1'])).code).toBe(5);
});

test.each([
  ['no slug', []],
  ['an unknown part', ['app', 'huge']],
  ['an extra argument', ['app', 'patch', 'more']],
  ['an unknown option', ['app', '--loud']],
  ['a timeout of 0', ['app', '--timeout', '0']],
  ['a timeout with a unit', ['app', '--timeout', '5m']],
  ['an option without a value', ['app', '--timeout']],
  ['an invalid build URL', ['app', '--build-url', 'ftp://example.org']],
  ['an idempotency key with a space', ['app', '--idempotency-key', 'a b']],
  ['a label of digits', ['app', '--pre', '1']],
  ['an invalid line', ['app', '--line', '1.4.2']],
  ['conflicting options', ['app', '--fresh', '--idempotency-key', 'a']],
])('rejects %s as wrong usage, without a call', async (_, args) => {
  const { code, stdout, stderr, received } = await against([version('0.0.1')], args);
  expect([code, stdout, received.length]).toEqual([2, '', 0]);
  expect(stderr).toMatch(/^next-version: [^\n]+ See next-version --help\.\n$/);
});

test.each([
  ['no address', { VERSIONING_URL: '' }],
  ['no key', { VERSIONING_KEY: ' ' }],
  ['an invalid address', { VERSIONING_URL: 'ci.example.org' }],
  ['an address with a password', { VERSIONING_URL: 'https://me:secret@ci.example.org' }],
  ['a key with two lines', { VERSIONING_KEY: 'one\ntwo' }],
])('rejects %s as wrong usage', async (_, env) => {
  const { code, stdout, stderr } = await against([version('0.0.1')], ['app'], env);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^next-version: [^\n]+\n$/);
  expect(stderr).not.toMatch(/secret|one/);
});

test('reports an unknown host in a sentence', async () => {
  const { code, stderr } = await run(['app', '--timeout', '1'], {
    VERSIONING_URL: 'http://nowhere.invalid',
    VERSIONING_KEY: key,
  });
  expect(code).toBe(5);
  expect(stderr).toContain('No answer from http://nowhere.invalid');
});

test('--help lists options and settings, --version prints the version', async () => {
  const help = await run(['--help'], {});
  expect(help.code).toBe(0);
  for (const word of ['--fresh', '--timeout', '--json', 'VERSIONING_URL', 'VERSIONING_KEY']) {
    expect(help.stdout).toContain(word);
  }
  expect(Math.max(...help.stdout.split('\n').map(line => line.length))).toBeLessThanOrEqual(80);
  expect((await run(['--version'], {})).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});

const github = {
  GITHUB_ACTIONS: 'true',
  GITHUB_SERVER_URL: 'https://github.com',
  GITHUB_REPOSITORY: 'acme/shop',
  GITHUB_RUN_ID: '4711',
  GITHUB_JOB: 'release',
};
const keyOf = async (args: string[], env: Record<string, string>) => {
  const { received } = await against([version('0.0.1')], args, env);
  return received[0]!.headers['idempotency-key'];
};

test('a rerun job sends the same key; --fresh and --idempotency-key change it', async () => {
  const first = await keyOf(['app'], { ...github, GITHUB_RUN_ATTEMPT: '1' });
  expect(await keyOf(['app'], { ...github, GITHUB_RUN_ATTEMPT: '2' })).toBe(first);
  expect(await keyOf(['app', '--fresh'], github)).not.toBe(first);
  expect(await keyOf(['app', '--idempotency-key', 'mine'], github)).toBe('mine');
});

test('a job uses different keys for different packages and parts', async () => {
  const keys = [
    await keyOf(['app'], github),
    await keyOf(['other'], github),
    await keyOf(['app', 'minor'], github),
  ];
  expect(new Set(keys).size).toBe(3);
});

test('sends the page of the build or --build-url; nothing outside a pipeline', async () => {
  const sent = async (args: string[], env: Record<string, string>) =>
    (await against([version('0.0.1')], args, env)).received[0]!.headers['build-url'];
  expect(await sent(['app'], github)).toBe('https://github.com/acme/shop/actions/runs/4711');
  expect(await sent(['app', '--build-url', 'https://ci.example.org/1'], github)).toBe(
    'https://ci.example.org/1',
  );
  expect(await sent(['app'], {})).toBeUndefined();
});
