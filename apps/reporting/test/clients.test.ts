import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { query, readStatement } from '@platform/db';
import { freePort } from '@platform/db/testing';
import { waitUntil } from '@platform/http/testing';
import { startTestApp, type TestApp } from './start-test-app';

const root = path.join(__dirname, '..', '..', '..');
const joinDepartments = readStatement(path.join(__dirname, 'statements'), 'join-departments.sql');
const hasNginx = isInstalled('nginx', '-v');
const testWithPython = isInstalled('python3', '--version') ? test : test.skip;

function isInstalled(program: string, ...args: string[]) {
  return spawnSync(program, args).status === 0;
}

/** Programs that print the number of rows and departments in the directory, by installed language. */
const COUNTS: Readonly<Record<string, readonly [program: string, ...args: string[]]>> = {
  ...(isInstalled('python3', '--version') && {
    Python: [
      'python3',
      '-c',
      `from reporting import rows
contacts = list(rows("/reporting/directory-contacts"))
print(len(contacts), len({row["departmentId"] for row in contacts}))`,
    ],
  }),
  ...(isInstalled('Rscript', '-e', 'library(httr2); library(jsonlite)') && {
    R: [
      'Rscript',
      '-e',
      `${/```r\n(.*?)\nexpirations/s.exec(readFileSync(path.join(root, 'docs/reports.md'), 'utf8'))![1]!}
contacts <- report("directory-contacts")
cat(nrow(contacts), length(unique(contacts$departmentId)), fill = TRUE)`,
    ],
  }),
};
/** Defines a test for each installed language, or skips it if there is none. */
const eachClient =
  Object.keys(COUNTS).length > 0 ? test.each(Object.keys(COUNTS)) : test.skip.each(['']);

let app: TestApp;
let secret: string;
beforeAll(async () => {
  app = await startTestApp({ RATE_LIMIT_REPORTS: 'off' });
  const acme = await app.seed.company('acme');
  const grace = await acme.member('Grace', { reportAccess: true });
  await query(app.context.db, joinDepartments, { member: grace.id, count: 2_000 });
  secret = await app.seed.secret(grace.account, acme);
});
afterAll(() => app.close());

/** What a proxy does with a request: forward it, or fail like nginx while the service is unavailable. */
type Step = 'pass' | 'page of 404' | 'page of 502' | 'refusal of 429' | 'broken answer' | 'restart';

/** Starts a proxy in front of the service that follows a script, and then repeats its last step. */
async function startProxy(...script: Step[]) {
  const received: (string | undefined)[] = [];
  const server: Server = createServer((request, response) => {
    received.push(request.headers.authorization);
    const step = script[Math.min(received.length, script.length) - 1]!;
    if (step === 'restart') {
      // Refuses connections for longer than the client's first pause.
      server.close(() => setTimeout(() => server.listen(port, '127.0.0.1'), 1_500));
      request.socket.destroy();
      server.closeAllConnections();
    } else if (step === 'page of 404') response.writeHead(404).end('<html>Not Found</html>');
    else if (step === 'page of 502') response.writeHead(502).end('<html>502 Bad Gateway</html>');
    else if (step === 'refusal of 429') {
      const problem = { title: 'Too many requests', detail: 'Wait.', code: 'rate-limited' };
      response.writeHead(429, { 'Retry-After': '0' }).end(JSON.stringify(problem));
    } else {
      const { method, headers, url } = request;
      const forwarded = send(app.url + url!, { method, headers }, reply => {
        response.writeHead(reply.statusCode!, reply.headers);
        if (step === 'pass') reply.pipe(response);
        else reply.once('data', chunk => response.write(chunk, () => request.socket.destroy()));
      });
      request.pipe(forwarded);
    }
  });
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, received, close: () => server.close() };
}

/** Runs a client with the settings of a reader. */
function run([program, ...args]: readonly [string, ...string[]], url: string) {
  const env = {
    ...process.env,
    REPORTING_URL: url,
    REPORTING_SECRET: secret,
    REPORTING_PATIENCE: '60',
    PYTHONPATH: path.join(root, 'integrations', 'python'),
    PYTHONDONTWRITEBYTECODE: '1',
  };
  return new Promise<{ stdout: string; stderr: string; code: number }>(resolve => {
    const child = execFile(program, args, { env }, (_, stdout, stderr) =>
      resolve({ stdout, stderr, code: child.exitCode ?? 1 }),
    );
  });
}

const readNothing = [
  'python3',
  '-c',
  'from reporting import rows\nlist(rows("/reporting/nothing"))',
] as const;

eachClient('%s reads every row once despite failures of a proxy', async client => {
  const proxy = await startProxy(
    'restart',
    'page of 502',
    'broken answer',
    'refusal of 429',
    'pass',
  );
  const { stdout, stderr } = await run(COUNTS[client]!, proxy.url);
  proxy.close();
  expect([stdout, stderr]).toEqual(['2000 2000\n', '']);
  expect(proxy.received).toHaveLength(5);
});

testWithPython(
  'Python ends with one sentence for an error response, and for a page that is not from the service',
  async () => {
    const refused = await run(readNothing, app.url);
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringMatching(/^[^\n]+: [^\n]+\n$/),
    ]);
    const proxy = await startProxy('page of 404');
    const page = await run(COUNTS.Python!, proxy.url);
    proxy.close();
    expect([page.code, page.stderr]).toEqual([1, `${proxy.url} answered 404 Not Found.\n`]);
  },
);

testWithPython('Python ignores a Retry-After that is neither a number nor a date', async () => {
  const waits = 'print(*(retry_after({"Retry-After": text}) for text in ["7", "1.5", "soon", ""]))';
  const { stdout } = await run(
    ['python3', '-c', `from reporting import retry_after\n${waits}`],
    '',
  );
  expect(stdout).toBe('7 None None None\n');
});

testWithPython('Python does not send the secret to the target of a redirect', async () => {
  const other = await startProxy('pass');
  const server = createServer((_, response) => {
    response.writeHead(302, { Location: `${other.url}/elsewhere` }).end();
  });
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const { stderr } = await run(COUNTS.Python!, `http://127.0.0.1:${port}`);
  other.close();
  server.close();
  expect(other.received).toEqual([]);
  expect(stderr).toMatch(/redirects to .*REPORTING_URL/);
});

(hasNginx ? eachClient : test.skip.each(['']))(
  '%s reads every row once while nginx is stopped, slow and killed',
  async client => {
    const folder = await mkdtemp(path.join(tmpdir(), 'nginx-'));
    const port = await freePort();
    const start = async (upstream: string, directives = ''): Promise<ChildProcess> => {
      const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
      const temporary = paths.map(name => `${name}_temp_path ${folder}/${name};`).join(' ');
      const server = `listen 127.0.0.1:${port}; ${directives} location / { proxy_pass ${upstream}; }`;
      await writeFile(
        `${folder}/nginx.conf`,
        `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log; events {}
      http { access_log ${folder}/access.log; ${temporary} server { ${server} } }`,
      );
      return spawn('nginx', ['-p', folder, '-c', `${folder}/nginx.conf`], { stdio: 'ignore' });
    };
    const end = async (nginx: ChildProcess, signal: NodeJS.Signals) => {
      nginx.kill(signal);
      await once(nginx, 'exit');
    };
    const runs = () => app.context.db.prisma.auditEvent.count({ where: { kind: 'report-run' } });

    const reading = run(COUNTS[client]!, `http://127.0.0.1:${port}`);
    const unavailable = await start(`http://127.0.0.1:${await freePort()}`);
    await waitUntil(async () =>
      (await readFile(`${folder}/access.log`, 'utf8').catch(() => '')).includes(' 502 '),
    );
    await end(unavailable, 'SIGQUIT');
    const before = await runs();
    const slow = await start(app.url, 'limit_rate 1k;');
    await waitUntil(async () => (await runs()) > before);
    await end(slow, 'SIGKILL');
    const whole = await start(app.url);
    const { stdout, stderr } = await reading;
    await end(whole, 'SIGQUIT');
    await rm(folder, { recursive: true });
    expect([stdout, stderr]).toEqual(['2000 2000\n', '']);
  },
);
