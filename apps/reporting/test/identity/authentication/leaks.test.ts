import { randomBytes } from 'node:crypto';
import { connect } from '@platform/db/testing';
import type { ServiceProcess } from '@platform/service/testing';
import { sendJson } from '../../send-json';
import { startProcess } from '../../start-process';
import { startTestApp, type TestApp } from '../../start-test-app';

const serviceKey = randomBytes(24).toString('base64url');
const sessionSecret = randomBytes(32).toString('base64url');
const password = `pass ${randomBytes(12).toString('base64url')}`;

let database: TestApp;
let service: ServiceProcess;
beforeAll(async () => {
  database = await startTestApp();
  service = await startProcess({
    DATABASE_URL: database.databaseUrl,
    LOG_LEVEL: 'trace',
    SERVICE_KEY: serviceKey,
    SESSION_SECRET: sessionSecret,
  });
});
afterAll(async () => {
  await service.kill('SIGTERM');
  await database.close();
});

/** Returns all values in all tables, as in a backup. */
async function backUp(): Promise<string> {
  const db = connect(database.databaseUrl);
  try {
    const tables = await db.pool.query<{ name: string }>(
      "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('reporting', 'versioning', 'public')",
    );
    const dumps = await Promise.all(
      tables.rows.map(({ name }) =>
        db.pool.query<{ row: string }>(`select row_to_json(t)::text as row from ${name} t`),
      ),
    );
    return dumps.flatMap(({ rows }) => rows.map(({ row }) => row)).join('\n');
  } finally {
    await db.close();
  }
}

/** Returns a secret as plain text, bytes, and in URL and other encodings. */
function encodingsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const encoded = (['hex', 'base64', 'base64url'] as const).map(name => bytes.toString(name));
  return [secret, encodeURIComponent(secret), ...encoded];
}

test('secrets appear neither in logs, audit events or the database, nor in any response except their own', async () => {
  const acme = await database.seed.company('acme');
  const { account } = await acme.member('Ada', { password, reportAccess: true });
  const first = await database.seed.secret(account, acme);
  const responses: string[] = [];
  const call = async (
    method: string,
    path: string,
    headers: [string, string][],
    body?: unknown,
  ) => {
    const response = await sendJson(service.url + path, { method, headers, body });
    // A session belongs in Set-Cookie.
    responses.push(response.text, JSON.stringify({ ...response.headers, 'set-cookie': null }));
    return response;
  };

  const opened = await call('POST', '/auth/login', [], { email: account.email, password });
  const session: [string, string][] = [
    ['Cookie', String(opened.headers['set-cookie']).split(';')[0]!],
    ['X-Company', acme.handle],
  ];
  const personal = (await call('POST', '/me/client-secret', session)).body.secret;
  const key: [string, string][] = [['Authorization', `Bearer ${personal}`]];
  const client = (await call('POST', '/me/client-secrets', session, { name: 'export' })).body
    .secret;
  responses.length = 0;
  const signedIn = await call('POST', '/auth/login', [], { email: account.email, password });
  const [, token = ''] = /__Host-reporting_session=([^;]+)/.exec(
    String(signedIn.headers['set-cookie']),
  )!;
  const cookie: [string, string] = ['Cookie', `__Host-reporting_session=${token}`];

  await call('GET', '/auth/session', [cookie]);
  await call('POST', '/me/password', [cookie], { current: password, new: 'short' });
  await call('POST', '/auth/login', [], { email: account.email, password: `${password}!` });
  await call('POST', '/auth/login', [], { email: personal, password: client });
  await call('GET', `/reporting/${personal}?secret=${client}`, key);
  await call('GET', `/me/client-secret?${personal}=${client}`, key);
  await call('POST', '/me/client-secrets', key, { name: personal, [client]: password });
  await call('GET', '/reporting/directory-contacts', [['X-Api-Key', client]]);
  await call('GET', '/reporting/directory-contacts', [
    ['X-Api-Key', `${client}x`],
    ['X-Request-Id', personal],
  ]);
  await call('GET', '/diagnostic/about', [['X-Api-Key', serviceKey]]);
  await call('GET', '/security/audit-events', [['X-Api-Key', serviceKey]]);
  const { account: grace } = await acme.member('Grace', { isOperator: true, apiAccess: true });
  const operator: [string, string][] = [['X-Api-Key', await database.seed.secret(grace, acme)]];
  const made = await call('POST', `/security/accounts/${account.uuid}/password-link`, operator);
  responses.splice(responses.indexOf(made.text), 1);
  const [, link = ''] = (made.body.url as string).split('#token=');
  await call('POST', '/auth/password-reset/confirm', [], { token: link, new: 'short' });
  await call('POST', '/auth/password-reset/confirm', [], { token: `${link}x`, new: password });
  await call('GET', `/security/audit-events?account=${account.uuid}`, operator);
  await call('POST', '/auth/logout', [cookie]);
  const { pool } = database.context.db;
  await pool.query('alter table reporting.audit_event rename to mislaid');
  const broken = await call('POST', '/auth/login', [], { email: account.email, password });
  await call('POST', '/me/client-secret', [['X-Api-Key', client]]);
  await pool.query('alter table reporting.mislaid rename to audit_event');
  expect(broken.status).toBe(500);

  const log = service.output();
  expect(log).toContain('/reporting/directory-contacts');
  expect(log).toContain('internal error');
  const backup = await backUp();
  expect(backup).toContain(account.email);
  const allResponses = responses.join('\n').replaceAll(`${personal} is not a query parameter`, '');
  for (const secret of [
    first,
    personal,
    client,
    password,
    token,
    link,
    serviceKey,
    sessionSecret,
  ]) {
    for (const [place, text] of Object.entries({ log, backup })) {
      expect([place, encodingsOf(secret).filter(encoding => text.includes(encoding))]).toEqual([
        place,
        [],
      ]);
    }
  }
  for (const secret of [first, password, token, link, serviceKey, sessionSecret]) {
    expect(allResponses).not.toContain(secret);
  }
});
