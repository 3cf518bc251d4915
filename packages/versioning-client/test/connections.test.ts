import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Server as TcpServer,
} from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { EXPIRED, KEY, OTHER_HOST } from '../../db/testing/certificates';
import { scriptedServer, version } from './scripted-server';

const root = path.join(__dirname, '..');
const commands = {
  'next-version.sh': ['sh', path.join(root, '..', '..', 'integrations', 'curl', 'next-version.sh')],
  'next-version': [process.execPath, path.join(root, 'dist', 'next-version.js')],
};
type Command = keyof typeof commands;

let folder: string;
const servers: (Server | TcpServer)[] = [];
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'connections-'));
  for (const certificate of [EXPIRED, OTHER_HOST]) writeFileSync(fileOf(certificate), certificate);
});
afterAll(() => {
  for (const server of servers) {
    if ('closeAllConnections' in server) server.closeAllConnections();
    server.close();
  }
  rmSync(folder, { recursive: true });
});

const fileOf = (certificate: string) =>
  path.join(folder, certificate === EXPIRED ? 'expired.pem' : 'other-host.pem');

async function addressOf(server: Server | TcpServer): Promise<string> {
  servers.push(server);
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const answers: RequestListener = (_, response) => void response.end();

const tls = (cert: string) => addressOf(createTlsServer({ key: KEY, cert }, answers));

/** Answers 407 to every request and every CONNECT. */
function refusingProxy(): Promise<string> {
  const proxy = createServer((_, response) => void response.writeHead(407).end());
  proxy.on('connect', (_, socket) =>
    socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic\r\n\r\n'),
  );
  return addressOf(proxy);
}

interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function run(command: Command, env: Record<string, string>): Promise<Outcome> {
  const [program, ...args] = commands[command];
  const options = {
    env: { PATH: process.env.PATH!, VERSIONING_KEY: 'vrk_test_0123456789', ...env },
  };
  return new Promise(resolve => {
    const child = execFile(program!, [...args, 'app'], options, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? 1, stdout, stderr }),
    );
  });
}

/** How each command's messages name its settings. */
const words = {
  'next-version.sh': {
    address: 'VERSIONING_URL',
    authority: 'CURL_CA_BUNDLE',
    proxy: 'https_proxy',
  },
  'next-version': {
    address: 'the address of the service',
    authority: 'NODE_EXTRA_CA_CERTS',
    proxy: 'HTTPS_PROXY',
  },
};

describe.each(Object.keys(commands) as Command[])('%s fails at once with the reason', command => {
  const { address, authority, proxy } = words[command];
  const trusting = (certificate: string) => ({ [authority]: fileOf(certificate) });
  const expectEnd = async (env: Record<string, string>, sentence: string | RegExp) => {
    const { code, stdout, stderr } = await run(command, env);
    expect([code, stdout]).toEqual([5, '']);
    expect(stderr).toMatch(/^next-version: [^\n]+\.\n$/);
    expect(stderr).toMatch(sentence);
  };

  test('if the certificate has expired', async () => {
    const url = `https://${await tls(EXPIRED)}`;
    const sentence = `The certificate of ${url} has expired. It has to be renewed.`;
    await expectEnd({ VERSIONING_URL: url, ...trusting(EXPIRED) }, sentence);
  });

  test('if the certificate is for another host', async () => {
    const url = `https://${await tls(OTHER_HOST)}`;
    const sentence = `The certificate of ${url} is for another host. Check ${address}.`;
    await expectEnd({ VERSIONING_URL: url, ...trusting(OTHER_HOST) }, sentence);
  });

  test('if the authority is not trusted', async () => {
    const url = `https://${await tls(OTHER_HOST)}`;
    const sentence = new RegExp(`not from a trusted authority.*Set ${authority} `);
    await expectEnd({ VERSIONING_URL: url }, sentence);
  });

  test('if the port is one for plain HTTP', async () => {
    const url = `https://${await addressOf(createServer(answers))}`;
    const sentence = `${url} does not speak TLS. Check ${address}: http or https, and the port.`;
    await expectEnd({ VERSIONING_URL: url }, sentence);
  });

  test('if the port is one for another protocol', async () => {
    const server = createTcpServer(socket => socket.resume().end('SSH-2.0-OpenSSH_9.2\r\n'));
    const url = `http://${await addressOf(server)}`;
    const sentence = `${url} does not speak HTTP. Check ${address}: http or https, and the port.`;
    await expectEnd({ VERSIONING_URL: url }, sentence);
  });

  test('if a proxy requires a user', async () => {
    const url = `http://${await refusingProxy()}`;
    const sentence = `A proxy before ${url} requires a user and password (407). Set them in ${proxy}: http://USER:PASSWORD@HOST:PORT.`;
    await expectEnd({ VERSIONING_URL: url }, sentence);
  });

  const readsProxy =
    command === 'next-version.sh' || Number(process.versions.node.split('.')[0]) >= 24;
  (readsProxy ? test : test.skip)('if a proxy requires a user for CONNECT', async () => {
    const url = 'https://ci.example.org';
    const proxyUrl = `http://${await refusingProxy()}`;
    const sentence = `A proxy before ${url} requires a user and password (407)`;
    const env = { VERSIONING_URL: url, [proxy]: proxyUrl };
    await expectEnd(env, sentence);
  });
});

test('next-version fails at once for a port that fetch blocks', async () => {
  const url = 'http://127.0.0.1:6000';
  const { code, stderr } = await run('next-version', { VERSIONING_URL: url });
  expect([code, stderr]).toEqual([
    5,
    `next-version: Node.js does not connect to ${url}: browsers and fetch block this port. Serve it on another port.\n`,
  ]);
});

describe('next-version.sh', () => {
  /** Returns a PATH on which curl first runs `script`. */
  const withCurl = (script: string) => {
    const bin = mkdtempSync(path.join(folder, 'bin-'));
    const program = `#!/bin/sh\n${script}\nPATH='${process.env.PATH!}' exec curl "$@"\n`;
    writeFileSync(path.join(bin, 'curl'), program, { mode: 0o755 });
    return `${bin}:${process.env.PATH!}`;
  };
  const refuse = (option: string) =>
    `for word; do case $word in ${option}) echo "curl: option $word: is unknown" >&2; exit 2; esac; done`;

  test('works with versions of curl before --fail-with-body', async () => {
    const server = await scriptedServer(version('0.0.1'));
    const env = { VERSIONING_URL: server.url, PATH: withCurl(refuse('--fail-with-body')) };
    const { code, stdout } = await run('next-version.sh', env);
    await server.close();
    expect([code, stdout]).toEqual([0, '0.0.1\n']);
  });

  test.each([
    ['an option unknown to curl', refuse('--config')],
    ['a full disk', 'echo "curl: (23) Failure writing output to destination" >&2; exit 23'],
    ['the lack of a common TLS version', 'echo "curl: (35) no protocols available" >&2; exit 35'],
  ])('fails at once for %s, quoting curl', async (_, script) => {
    const url = 'http://127.0.0.1:1';
    const { code, stderr } = await run('next-version.sh', {
      VERSIONING_URL: url,
      PATH: withCurl(script),
    });
    expect(code).toBe(5);
    expect(stderr).toMatch(/^next-version: No connection to [^\n]+\.\n$/);
  });
});
