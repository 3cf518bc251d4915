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

/** Of a test alone. */
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgc86/YIfhBVWJcSnn
xPSMqdB1hV7edicDIVsv4p3iwmChRANCAASrj1EzZZ2x3HEGLv9fj1rUlf+679vi
+VPa3b+GG17wJqUi9Kh+V8CpJxM9Kuu9Itw97a9ph1XrG5GvBGm48yRc
-----END PRIVATE KEY-----`;

/** For 127.0.0.1, until 2002. */
const EXPIRED = `-----BEGIN CERTIFICATE-----
MIIBQzCB66ADAgECAgEBMAoGCCqGSM49BAMCMBIxEDAOBgNVBAMMB2V4cGlyZWQw
HhcNMDEwMTAxMDAwMDAwWhcNMDIwMTAxMDAwMDAwWjASMRAwDgYDVQQDDAdleHBp
cmVkMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEq49RM2WdsdxxBi7/X49a1JX/
uu/b4vlT2t2/hhte8CalIvSoflfAqScTPSrrvSLcPe2vaYdV6xuRrwRpuPMkXKMy
MDAwDwYDVR0RBAgwBocEfwAAATAdBgNVHQ4EFgQUPTPmtAlGYl17jIPaK3Xubtwf
/REwCgYIKoZIzj0EAwIDRwAwRAIgE9Cb7AdYXGH+z+JDG9lpZ78HJ7lVFiw4AD+t
sH+M1cYCIF6oXBCZLRT2xaxs5qc/mwWIxyPt0o6HfxmsjQ4KD/i4
-----END CERTIFICATE-----`;

/** For other.example, until 2126. */
const OF_OTHER_HOST = `-----BEGIN CERTIFICATE-----
MIIBTDCB8qADAgECAgECMAoGCCqGSM49BAMCMBAxDjAMBgNVBAMMBW90aGVyMCAX
DTAxMDEwMTAwMDAwMFoYDzIxMjYwMTAxMDAwMDAwWjAQMQ4wDAYDVQQDDAVvdGhl
cjBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABKuPUTNlnbHccQYu/1+PWtSV/7rv
2+L5U9rdv4YbXvAmpSL0qH5XwKknEz0q670i3D3tr2mHVesbka8EabjzJFyjOzA5
MBgGA1UdEQQRMA+CDW90aGVyLmV4YW1wbGUwHQYDVR0OBBYEFD0z5rQJRmJde4yD
2it17m7cH/0RMAoGCCqGSM49BAMCA0kAMEYCIQD3eEzL6Y9mya7Cbd5DP094tBkE
uCd0TuIRpXt7UQjUWAIhAJvtjM8ScE6YY93CBfCo+0G16WLXyMs1G9wrKfrWKY+s
-----END CERTIFICATE-----`;

const one = parseStatement<{ one: number }>('one.sql', 'select 1 as one');

let folder: string;
let server: Server;
let cert: string | null;
let db: Database | undefined;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'certificates-'));
  // Answers the client's request for TLS as PostgreSQL does, with or without a certificate.
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
  ['is of another host', OF_OTHER_HOST, OF_OTHER_HOST, /127\.0\.0\.1 is not in the cert's list/],
  ['is self-signed', OF_OTHER_HOST, null, /^self-signed certificate/],
  ['is verified by a file that holds none', EXPIRED, 'none', /PEM|certificate|no start line/i],
  ['is missing', null, null, /^The server does not support SSL connections$/],
];

describe.each(FAULTS)('a database whose certificate %s', (_fault, sent, trusted, reason) => {
  let url: string;
  beforeEach(() => {
    cert = sent;
    url = urlOf(trusted === null ? null : fileOf(trusted));
  });

  test('is unavailable to statements, those of Prisma too', async () => {
    db = connectTo(url);
    const errors = [
      await query(db, one, {}).catch((error: unknown) => error),
      await db.prisma.package.count().catch((error: unknown) => error),
    ];
    expect(errors.map(isDatabaseUnavailable)).toEqual([true, true]);
  });

  test('is named by its setting, with the fault, where it is needed at the start', async () => {
    const error = await pendingMigrations(url).catch((reason: unknown) => reason as Error);
    expect(error).toMatchObject({
      message: 'The database of DATABASE_URL cannot be used:',
      cause: { message: expect.stringMatching(reason) as string },
    });
    // A start waits for a database that is away, but not for one that its settings do not fit.
    expect(isDatabaseUnavailable(error)).toBe(false);
  });
});

test('a certificate file that is missing is a fault of the setting', () => {
  const missing = path.join(folder, 'missing.crt');
  const { error } = postgresUrl.safeParse(urlOf(missing));
  expect(error?.issues[0]?.message).toBe(
    `a URL whose certificate files can be read (ENOENT ${missing})`,
  );
});

test('a certificate file that is missing meanwhile is used as it was', async () => {
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
