import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { TLSSocket } from 'node:tls';
import {
  createDatabase,
  type Database,
  isDatabaseUnavailable,
  parseStatement,
  pendingMigrations,
  postgresUrl,
  query,
} from '../src';
import { EXPIRED, KEY, OTHER_HOST } from '../testing/certificates';

const one = parseStatement<{ one: number }>('one.sql', 'select 1 as one');

let folder: string;
let server: Server;
let cert: string | null;
let db: Database | undefined;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'certificates-'));
  // Responds to the client's TLS request like PostgreSQL, with or without a certificate.
  server = createServer(socket => {
    socket
      .on('error', () => undefined)
      .once('data', () => {
        socket.write(cert === null ? 'N' : 'S');
        if (cert === null) return;
        new TLSSocket(socket, { isServer: true, key: KEY, cert }).on('error', () => undefined);
      });
  });
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  await db?.close();
  db = undefined;
  server.close();
  rmSync(folder, { recursive: true });
});

const FAULTS: [string, string | null, string | null, RegExp][] = [
  ['has expired', EXPIRED, EXPIRED, /^certificate has expired$/],
  ['is for a different host', OTHER_HOST, OTHER_HOST, /127\.0\.0\.1 is not in the cert's list/],
  ['is self-signed', OTHER_HOST, null, /^self-signed certificate/],
  [
    'is verified with a file that contains no certificate',
    EXPIRED,
    'none',
    /PEM|certificate|no start line/i,
  ],
  ['is missing', null, null, /^The server does not support SSL connections$/],
];

describe.each(FAULTS)('a database whose certificate %s', (_fault, sent, trusted, reason) => {
  let url: string;
  beforeEach(() => {
    cert = sent;
    url = urlOf(trusted === null ? null : fileOf(trusted));
  });

  test('is unavailable to statements, including those from Prisma', async () => {
    db = connectTo(url);
    const errors = [
      await query(db, one, {}).catch((error: unknown) => error),
      await db.prisma.package.count().catch((error: unknown) => error),
    ];
    expect(errors.map(isDatabaseUnavailable)).toEqual([true, true]);
  });

  test('fails the start with the setting and the cause', async () => {
    const error = await pendingMigrations(url).catch((reason: unknown) => reason as Error);
    expect(error).toMatchObject({
      message: 'The database in DATABASE_URL cannot be used:',
      cause: { message: expect.stringMatching(reason) as string },
    });
    // A starting service waits for an unavailable database, but not if its settings are wrong.
    expect(isDatabaseUnavailable(error)).toBe(false);
  });
});

test('a missing certificate file makes the setting invalid', () => {
  const missing = path.join(folder, 'missing.crt');
  const { error } = postgresUrl.safeParse(urlOf(missing));
  expect(error?.issues[0]?.message).toBe(
    `a URL with readable certificate files (ENOENT ${missing})`,
  );
});

test('if a certificate file disappears later, its previous content is used', async () => {
  cert = EXPIRED;
  const file = fileOf(EXPIRED);
  db = connectTo(urlOf(file));
  rmSync(file);
  await expect(query(db, one, {})).rejects.toThrow('certificate has expired');
});

function connectTo(url: string): Database {
  return createDatabase({ url, poolSize: 1, statementTimeout: 5_000, applicationName: 'test' });
}

function fileOf(content: string): string {
  const file = path.join(folder, 'root.crt');
  writeFileSync(file, content);
  return file;
}

function urlOf(rootCertificate: string | null): string {
  const { port } = server.address() as AddressInfo;
  const url = `postgresql://user:password@127.0.0.1:${port}/services?sslmode=verify-full`;
  return rootCertificate === null
    ? url
    : `${url}&sslrootcert=${encodeURIComponent(rootCertificate)}`;
}
