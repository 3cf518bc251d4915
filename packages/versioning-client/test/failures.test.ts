import { execFile } from 'node:child_process';
import path from 'node:path';
import fc from 'fast-check';
import { answer, lost, problem, type Step, scriptedServer, version } from './scripted-server';

const root = path.join(__dirname, '..');
const commands = {
  'next-version.sh': ['sh', path.join(root, '..', '..', 'integrations', 'curl', 'next-version.sh')],
  'next-version': [process.execPath, path.join(root, 'dist', 'next-version.js')],
};

const now = { 'retry-after': '0' };

/** Failures after which the call is retried. */
const transient: Readonly<Record<string, Step>> = {
  'an unavailable database': problem(503, 'database-unavailable', 'Unavailable.', now),
  'a busy service': problem(503, 'busy', '4 lists are running.', now),
  'a rate limit': problem(429, 'rate-limited', 'No more than 300.', now),
  'a late request': problem(408, 'request-timeout', 'Too late.', now),
  'a first call in progress': problem(409, 'idempotency-in-progress', 'Still running.', now),
  'a bad gateway': answer(502, '<html>502</html>', now),
  'a gateway timeout': answer(504, '<html>504</html>', now),
  'a lost response': lost,
};

/** Final responses, each with its exit code. */
const endings: Readonly<Record<string, readonly [Step, number]>> = {
  'a version': [version('1.4.2'), 0],
  'an unknown key': [problem(401, 'key-unrecognized', 'The key is unknown.'), 3],
  'an expired token': [problem(401, 'token-expired', 'The token has expired.'), 3],
  "another team's slug": [problem(403, 'key-scope', 'The key is not for this slug.'), 3],
  'a rule': [problem(403, 'key-scope', 'It makes only pre-releases (Allows.PreReleases).'), 3],
  'a malformed slug': [problem(400, 'invalid-request', 'slug must be 1 to 100 letters.'), 4],
  'an unknown line': [problem(404, 'line-not-found', 'app has no release 1.4.'), 4],
  'an unknown package': [problem(404, 'package-not-found', 'There is no package app.'), 4],
  'an overflow': [problem(409, 'version-overflow', 'app is at its maximum.'), 4],
  'another version': [problem(412, 'precondition-failed', 'app has another version.'), 4],
  'another commit': [problem(422, 'idempotency-mismatch', 'Another request.'), 4],
  'another path': [problem(404, 'not-found', 'There is nothing here.'), 5],
  'an internal error': [problem(500, 'internal', 'Something went wrong.'), 5],
  'another server': [answer(200, '<html>Sign in</html>'), 5],
  'a redirect': [answer(301, '', { location: 'https://ci.example.org/' }), 5],
  'a proxy that asks for a password': [answer(407, ''), 5],
};

/** Every ending, and every transient failure. */
const examples = Object.keys(endings).map((last, index): [string[], string] => {
  const names = Object.keys(transient);
  return [index % 2 === 0 ? [] : [names[(index >> 1) % names.length]!], last];
});
const numRuns = examples.length + Math.ceil(20 * Number(process.env.RUNS ?? 0.4));

function run(command: readonly string[], url: string) {
  const [program, ...args] = command;
  const env = { PATH: process.env.PATH!, VERSIONING_KEY: 'vrk_test_key', VERSIONING_URL: url };
  return new Promise<{ code: number; stdout: string; stderr: string }>(resolve => {
    const child = execFile(program!, [...args, 'app'], { env }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? 1, stdout, stderr }),
    );
  });
}

test.each(Object.entries(commands))(
  '%s retries transient failures with the same key, and fails at once with one sentence otherwise',
  async (_, command) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...Object.keys(transient)), { maxLength: 2 }),
        fc.constantFrom(...Object.keys(endings)),
        async (before, last) => {
          const [end, expected] = endings[last]!;
          const server = await scriptedServer(...before.map(name => transient[name]!), end);
          const { code, stdout, stderr } = await run(command, server.url);
          await server.close();
          expect([code, stdout]).toEqual([expected, expected === 0 ? '1.4.2\n' : '']);
          const keys = server.received.map(({ headers }) => headers['idempotency-key']);
          expect([keys.length, new Set(keys).size]).toEqual([before.length + 1, 1]);
          const sentences = stderr.split('\n').filter(line => line !== '');
          const retries = sentences.filter(line => line.includes('Trying again'));
          expect(retries).toHaveLength(before.length);
          if (expected > 0) expect(sentences).toHaveLength(before.length + 1);
          for (const line of sentences) expect(line).toMatch(/^next-version: .+\.$/);
        },
      ),
      { numRuns, examples },
    );
  },
  120_000,
);
