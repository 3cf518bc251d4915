import { once } from 'node:events';
import { constants } from 'node:fs';
import { access, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { isOlderThan, root } from './setup.mjs';

const EXAMPLE = 'postgresql://user:password@host:5432/database';
const OLDEST_NODE = [20, 19];

/**
 * Reads the settings of `npm start` and checks what can be checked before dependencies are installed. As in the
 * services, an empty variable counts as unset.
 * @throws Error naming the setting
 */
export async function readSettings(env) {
  if (isOlderThan(OLDEST_NODE))
    throw new Error(
      `Node.js ${OLDEST_NODE.join('.')} or later is required; this is ${process.version}.`,
    );
  const ports = {
    versioning: env.VERSIONING_PORT || '3001',
    reporting: env.REPORTING_PORT || '3002',
  };
  if (ports.versioning === ports.reporting)
    throw new Error(`VERSIONING_PORT and REPORTING_PORT must differ; both are ${ports.reporting}.`);
  await expectFree(ports.versioning, 'VERSIONING_PORT');
  await expectFree(ports.reporting, 'REPORTING_PORT');

  const databaseUrl = await databaseUrlOf(env);
  const demo = env.DEMO || (databaseUrl === null ? 'small' : 'none');
  if (!['small', 'none'].includes(demo)) throw new Error('DEMO must be small or none.');
  const dataDir = path.resolve(root, env.DATA_DIR || '.data');
  await expectWritable(dataDir);
  const databaseName = databaseUrl === null ? 'embedded' : nameOf(databaseUrl);
  return { ports, databaseUrl, demo, dataDir, databaseName };
}

async function databaseUrlOf({ DATABASE_URL: url, DATABASE_URL_FILE: file }) {
  if (url && file)
    throw new Error('DATABASE_URL and DATABASE_URL_FILE are both set; remove one of them.');
  if (!file) return url || null;
  const content = await readFile(file, 'utf8').catch(({ code }) => {
    throw new Error(`The file in DATABASE_URL_FILE cannot be read (${code}).`);
  });
  return content.trim();
}

/** Responses from another program on the port would be mistaken for those of the service. */
async function expectFree(port, setting) {
  if (!/^\d{1,5}$/.test(port) || Number(port) < 1 || Number(port) > 65535)
    throw new Error(`${setting} must be a whole number from 1 to 65535.`);
  const server = createServer().listen(Number(port), '127.0.0.1');
  await once(server, 'listening').catch(({ code }) => {
    throw new Error(
      code === 'EADDRINUSE'
        ? `Port ${port} is in use; stop the program that uses it, or set ${setting}.`
        : `Port ${port} cannot be used (${code}); set ${setting}.`,
    );
  });
  await once(server.close(), 'close');
}

/** Accepts a folder that does not exist if it can be created. */
async function expectWritable(folder) {
  for (let place = folder; ; place = path.dirname(place)) {
    const error = await access(place, constants.W_OK).catch(reason => reason);
    if (!error) return;
    if (error.code !== 'ENOENT' || place === path.dirname(place))
      throw new Error(`DATA_DIR is ${folder}, which is not writable (${error.code}).`);
  }
}

/** Returns the name of a database in DATA_DIR and in messages. */
function nameOf(text) {
  const url = /^postgres(ql)?:\/\/\S+$/.test(text) && URL.canParse(text) ? new URL(text) : null;
  // A password such as `p@ss/w#rd` ends the host early; the rest is parsed as the path.
  if (text.includes('#') || url?.pathname.includes('@') || url?.search.includes('@'))
    throw new Error(
      'DATABASE_URL has characters that end its host early: write / as %2F, ? as %3F, # as %23 and @ as %40 in the password.',
    );
  const database = url && decodeURIComponent(url.pathname.slice(1));
  if (!url?.hostname || !database)
    throw new Error(`DATABASE_URL must be a PostgreSQL URL such as ${EXAMPLE}.`);
  return `${url.hostname}:${url.port || '5432'}/${database}`;
}
