import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from './setup.mjs';

const FILE = 'credentials.json';

/**
 * The credentials that `npm start` prints: those it printed before, as long as the database knows them,
 * else new ones, with the demonstration data that they are for. They are kept in the data folder, readable
 * by its owner alone.
 */
export async function findOrIssueCredentials({ dataDir, environment, versioning, reporting }) {
  const kept = await readKept(dataDir);
  const run = (service, args, input) => command(environment, service, args, input);
  const [isKeyKnown, isReaderKnown] = await Promise.all([
    isKnown(`${versioning.url}/api/packages?limit=1`, kept.versioningKey),
    isKnown(`${reporting.url}/me/client-secret`, kept.reader?.secret),
  ]);
  const credentials = {
    ...kept,
    versioningKey: isKeyKnown ? kept.versioningKey : await issueKey(run),
    reader: isReaderKnown ? kept.reader : await makeReader(run),
  };
  if (!isKeyKnown || !isReaderKnown) await keep(dataDir, credentials);
  return credentials;
}

/** What reporting signs sessions with: kept, so that they outlive a restart. */
export async function findOrDrawSessionSecret(dataDir) {
  const kept = await readKept(dataDir);
  if (kept.sessionSecret) return kept.sessionSecret;
  const sessionSecret = randomBytes(32).toString('base64url');
  await keep(dataDir, { ...kept, sessionSecret });
  return sessionSecret;
}

function readKept(dataDir) {
  return readFile(path.join(dataDir, FILE), 'utf8').then(JSON.parse, () => ({}));
}

async function keep(dataDir, credentials) {
  await mkdir(dataDir, { recursive: true });
  const text = `${JSON.stringify(credentials, null, 2)}\n`;
  await writeFile(path.join(dataDir, FILE), text, { mode: 0o600 });
}

/** Whether a service takes a credential for somebody's. */
async function isKnown(url, credential) {
  if (!credential) return false;
  const headers = { authorization: `Bearer ${credential}` };
  return (await fetch(url, { headers })).status !== 401;
}

export function issueKey(run) {
  const scope = 'read,write,delete';
  return run('versioning', ['keys', 'create', '--name', 'demonstration', '--scope', scope]);
}

/** Loads the small demonstration and gives its reader a password and a secret. */
export async function makeReader(run) {
  const { email, company } = JSON.parse(await run('reporting', ['demo', '--json']));
  const password = randomBytes(12).toString('base64url');
  await run('reporting', ['accounts', 'set-password', '--email', email], password);
  const secret = await run('reporting', [
    'secrets',
    'create',
    '--email',
    email,
    '--company',
    company,
  ]);
  return { email, company, password, secret };
}

/** What a command of a service prints; its standard error is shown only when it fails. */
function command(environment, service, args, input = '') {
  const cli = path.join(root, 'apps', service, 'dist', 'cli.js');
  const child = spawn(process.execPath, [cli, ...args], { env: environment });
  let [output, complaint] = ['', ''];
  child.stdout.on('data', data => (output += data));
  child.stderr.on('data', data => (complaint += data));
  child.stdin.end(input);
  return new Promise((resolve, reject) => {
    child.once('close', code => {
      if (code === 0) resolve(output.trim());
      else reject(new Error(`${service} ${args[0]} failed: ${complaint.trim()}`));
    });
  });
}
