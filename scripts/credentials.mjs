import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { requireAsReporting } from './services.mjs';
import { cliOf } from './setup.mjs';

const FILE = 'credentials.json';

/**
 * Returns the credentials that `npm start` prints for a database: the previous ones while they are valid, otherwise new
 * ones. Loads the demo organization if `demo` is `small` and the database has no organizations. `reader` is null if
 * there is no demo account.
 */
export async function findOrIssueCredentials({
  dataDir,
  databaseName,
  demo,
  environment,
  versioning,
  reporting,
}) {
  const saved = (await readSaved(dataDir))[databaseName] ?? {};
  const run = (service, args, input) => command(environment, service, args, input);
  const [isKeyKnown, isReaderKnown] = await Promise.all([
    isKnown(`${versioning.url}/api/packages?limit=1`, saved.versioningKey),
    isKnown(`${reporting.url}/me/client-secret`, saved.reader?.secret),
  ]);
  const credentials = {
    ...saved,
    versioningKey: isKeyKnown ? saved.versioningKey : await issueKey(run),
    reader: isReaderKnown
      ? saved.reader
      : await findReader(run, environment.DATABASE_URL, { demo, databaseName }),
  };
  if (!isKeyKnown || !isReaderKnown) await save(dataDir, databaseName, credentials);
  return credentials;
}

/** The secret is kept, so that sessions survive a restart. */
export async function findOrCreateSessionSecret(dataDir, databaseName) {
  const saved = (await readSaved(dataDir))[databaseName] ?? {};
  if (saved.sessionSecret) return saved.sessionSecret;
  const sessionSecret = randomBytes(32).toString('base64url');
  await save(dataDir, databaseName, { ...saved, sessionSecret });
  return sessionSecret;
}

function readSaved(dataDir) {
  return readFile(path.join(dataDir, FILE), 'utf8').then(JSON.parse, () => ({}));
}

/** Replaces the file atomically, including its mode. */
async function save(dataDir, databaseName, credentials) {
  await mkdir(dataDir, { recursive: true });
  const all = { ...(await readSaved(dataDir)), [databaseName]: credentials };
  const file = path.join(dataDir, FILE);
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(all, null, 2)}\n`, { mode: 0o600 });
  await rename(draft, file);
}

async function isKnown(url, credential) {
  if (!credential) return false;
  const headers = { authorization: `Bearer ${credential}` };
  return (await fetch(url, { headers })).status !== 401;
}

function issueKey(run) {
  // Names must be unique, and the key of an earlier start may have been lost.
  const name = `demo ${new Date().toISOString()}`;
  const scope = 'read,write,delete';
  return run('versioning', ['keys', 'create', '--name', name, '--scope', scope]);
}

/**
 * Returns the demo account: in the embedded database that of an existing demo organization, otherwise that of one that
 * is loaded, if `demo` allows it and there are no organizations.
 */
async function findReader(run, databaseUrl, { demo, databaseName }) {
  const { createDatabase } = requireAsReporting('@platform/db');
  const { pool } = createDatabase({ url: databaseUrl, poolSize: 1, statementTimeout: 10_000 });
  try {
    const { rowCount } = await pool.query('select from reporting.company limit 1');
    if (rowCount === 0 ? demo !== 'small' : databaseName !== 'embedded') return null;
    if (rowCount === 0) await run('reporting', ['demo']);
    const { rows } = await pool.query(`
      select account.email, company.handle as company, operator.email as operator
      from reporting.account
      join reporting.member on member.account_id = account.id
      join reporting.company on company.id = member.company_id
      left join reporting.account as operator
        on operator.email = 'operator@' || company.handle || '.example'
        and operator.is_operator
      where account.email = 'demo@' || company.handle || '.example'
        and account.report_access
        and account.api_access
        and member.is_developer
      order by company.id
      limit 1`);
    return rows.length === 0 ? null : await createCredentials(run, rows[0]);
  } finally {
    await pool.end();
  }
}

async function createCredentials(run, { email, company, operator }) {
  const secret = ['secrets', 'create', '--email', email, '--company', company];
  return {
    email,
    company,
    password: await setPassword(run, email),
    secret: await run('reporting', secret),
    operator: operator && { email: operator, password: await setPassword(run, operator) },
  };
}

async function setPassword(run, email) {
  const password = randomBytes(12).toString('base64url');
  await run('reporting', ['accounts', 'set-password', '--email', email], password);
  return password;
}

/** Returns the command's output; shows its standard error only if it fails. */
async function command(environment, service, args, input = '') {
  const running = promisify(execFile)(process.execPath, [cliOf(service), ...args], {
    env: environment,
  });
  running.child.stdin.end(input);
  const { stdout } = await running.catch(({ stderr }) => {
    throw new Error(`${service} ${args[0]} failed: ${stderr.trim()}`);
  });
  return stdout.trim();
}
