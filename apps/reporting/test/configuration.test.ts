import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { linkAddress, readConfig } from '../src/main/config';

const DATABASE_URL = 'postgresql://user@127.0.0.1/database';
const SESSION_SECRET = 'a secret of thirty-two characters';

/** Returns the error that prevents starting, or an empty string. */
function faults(env: Record<string, string>): string {
  try {
    readConfig(env);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

test('a session secret is required if a database is configured', () => {
  expect(faults({ DATABASE_URL })).toContain(
    'SESSION_SECRET must be at least 32 random characters',
  );
  expect(faults({ DATABASE_URL, SESSION_SECRET: ' , ' })).toContain('SESSION_SECRET');
  expect(faults({ DATABASE_URL_FILE: __filename })).toContain('SESSION_SECRET');
  expect(faults({ DATABASE_URL, SESSION_SECRET })).toBe('');
  expect(faults({})).toBe('');
  expect(readConfig({ DATABASE_URL }, 'command').sessionSecret).toEqual([]);
});

test.each([
  ['SESSION_SECRET', 'too short'],
  ['SERVICE_KEY', 'too short'],
  ['ALLOWED_ORIGINS', 'https://app.example.org/path'],
  ['ALLOWED_ORIGINS', '*'],
  ['SESSION_COOKIE_SAMESITE', 'lax'],
  ['SESSION_COOKIE_DOMAIN', 'https://example.org'],
  ['OIDC_ISSUER', 'login.example.org'],
  ['REPORT_CONCURRENCY', '0'],
  ['DATABASE_REPLICA_URL', 'mysql://replica'],
  ['DATABASE_REPLICA_URL', 'postgresql://one/services,postgresql://two/services'],
  ['RATE_LIMIT_SIGN_IN', '10'],
  ['AUDIT_RETENTION_DAYS', 'forever'],
  ['SNAPSHOT_SCHEDULE', 'weekly'],
  ['SMTP_URL', 'file://outbox/mails'],
  ['SMTP_URL', 'file:///outbox%2Fmails'],
  ['SMTP_URL', 'file:///outbox%zz'],
])('%s cannot be %s, and the error does not repeat the value', (name, value) => {
  const message = faults({ [name]: value });
  expect(message).toContain(`${name} must be`);
  expect(message).not.toContain(`${value}.`);
});

test('a removed setting prevents starting, and the error names its replacement', () => {
  expect(faults({ REPLICA_MAX_LAG: '30s' })).toContain('/replica?lag=16MB');
  expect(faults({ REPLICA_MAX_LAG: '' })).toBe('');
});

test.each([':5432', ''])(
  'a list of standbys is not valid, and the error says what is (%j)',
  port => {
    const DATABASE_REPLICA_URL = `postgresql://one${port},two${port}/services`;
    expect(faults({ DATABASE_REPLICA_URL })).toContain('must be a single PostgreSQL URL');
  },
);

test('a comma in the password of a standby does not separate hosts', () => {
  const DATABASE_REPLICA_URL = 'postgresql://user:pass,word@standby/services';
  expect(readConfig({ DATABASE_REPLICA_URL }).databaseReplicaUrl).toBe(DATABASE_REPLICA_URL);
});

test('docker/.env.example can be copied whole', () => {
  const file = path.join(__dirname, '../../../docker/.env.example');
  expect(faults(parseEnv(readFileSync(file, 'utf8')) as Record<string, string>)).toBe('');
});

test('all errors are reported together', () => {
  const message = faults({ PORT: 'x', SERVICE_KEY: 'short', ALLOWED_ORIGINS: '*' });
  for (const name of ['PORT', 'SERVICE_KEY', 'ALLOWED_ORIGINS']) expect(message).toContain(name);
});

test('all settings that require another one are reported together', () => {
  const message = faults({
    OIDC_CLIENT_ID: 'reporting',
    OIDC_CREATE_ACCOUNTS: 'true',
    SMTP_URL: 'smtp://mail.example.org',
  });
  expect(message.split('\n').slice(1)).toEqual([
    '  OIDC_ISSUER and OIDC_CLIENT_ID must be set together.',
    '  OIDC_CREATE_ACCOUNTS requires OIDC_GRANTS, which determines who gets an account.',
    '  SMTP_URL requires MAIL_FROM and PUBLIC_URL.',
  ]);
});

test('a single sign-on provider requires a client ID', () => {
  expect(faults({ OIDC_ISSUER: 'https://login.example.org' })).toContain('OIDC_CLIENT_ID');
});

test('emails of a demonstration link to the address that it prints', () => {
  expect(linkAddress(readConfig({ PORT: '4002' }))).toBe('http://127.0.0.1:4002');
});
