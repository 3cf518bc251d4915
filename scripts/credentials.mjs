import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from './setup.mjs';

/**
 * The credentials that `npm start` prints: those it printed before, as long as the database knows them,
 * else new ones. They are kept in the data folder, readable by its owner alone.
 */
export async function findOrIssueCredentials({ dataDir, environment, versioning }) {
  const file = path.join(dataDir, 'credentials.json');
  const kept = await readFile(file, 'utf8').then(JSON.parse, () => ({}));
  if (kept.versioningKey && (await works(versioning.url, kept.versioningKey))) return kept;

  const versioningKey = await command(
    environment,
    'versioning',
    'keys',
    'create',
    '--name',
    'demonstration',
    '--scope',
    'read,write,delete',
  );
  const credentials = { ...kept, versioningKey };
  await mkdir(dataDir, { recursive: true });
  await writeFile(file, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 });
  return credentials;
}

async function works(url, key) {
  const headers = { authorization: `Bearer ${key}` };
  return (await fetch(`${url}/api/packages?limit=1`, { headers })).status !== 401;
}

/** What a command of a service prints. */
async function command(environment, service, ...args) {
  const cli = path.join(root, 'apps', service, 'dist', 'cli.js');
  const { stdout } = await promisify(execFile)(process.execPath, [cli, ...args], {
    env: environment,
  });
  return stdout.trim();
}
