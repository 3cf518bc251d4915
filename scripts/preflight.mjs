import { once } from 'node:events';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import path from 'node:path';
import { root } from './setup.mjs';

/** Less than a person waits before pressing Ctrl-C. */
const TIMEOUT = 2_000;
const EXAMPLE = 'postgresql://user:password@host:5432/database';
const OLDEST_NODE = [20, 19];
const OLDEST_POSTGRES = 15;

/**
 * The settings of `npm start`, with everything checked that needs no dependency to be installed.
 * @throws Error in a sentence that names the setting
 */
export async function readSettings(env) {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1]))
    throw new Error(
      `Node.js ${OLDEST_NODE.join('.')} or later is needed; this is ${process.version}.`,
    );
  const ports = {
    versioning: env.VERSIONING_PORT ?? '3001',
    reporting: env.REPORTING_PORT ?? '3002',
  };
  if (ports.versioning === ports.reporting)
    throw new Error(`VERSIONING_PORT and REPORTING_PORT must differ; both are ${ports.reporting}.`);
  await expectFree(ports.versioning, 'VERSIONING_PORT');
  await expectFree(ports.reporting, 'REPORTING_PORT');

  const databaseUrl = verifyFully(env.DATABASE_URL || null);
  const demo = env.DEMO ?? (databaseUrl === null ? 'small' : 'none');
  if (!['small', 'none'].includes(demo)) throw new Error('DEMO must be small or none.');
  const dataDir = path.resolve(root, env.DATA_DIR ?? '.data');
  await expectWritable(dataDir);
  const databaseName = databaseUrl === null ? 'embedded' : parseUrl(databaseUrl).name;
  return { ports, databaseUrl, demo, dataDir, databaseName };
}

/**
 * Signs in to the database of DATABASE_URL; needs the dependencies.
 * @throws Error in a sentence, without the password
 */
export async function expectSignIn(databaseUrl) {
  const { Client } = requireOfDatabase('pg');
  const client = new Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: TIMEOUT,
    query_timeout: TIMEOUT,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query('show server_version_num');
    const version = Math.floor(Number(rows[0].server_version_num) / 10_000);
    if (version < OLDEST_POSTGRES)
      throw new Error(`it is PostgreSQL ${version}; version ${OLDEST_POSTGRES} or later is needed`);
  } catch (error) {
    throw new Error(`DATABASE_URL names ${reasonFor(error, parseUrl(databaseUrl))}`, {
      cause: error,
    });
  } finally {
    void client.end().catch(() => undefined);
  }
}

const UNREACHABLE = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT']);

function reasonFor({ code, message }, { host, port, user, database }) {
  const at = `${host}:${port}`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `${at}, a host that is not known.`;
  if (code === 'ECONNRESET' || message.startsWith('Connection terminated'))
    return `${at}, where something ends the connection; is it PostgreSQL, and does it run?`;
  if (UNREACHABLE.has(code))
    return `${at}, where nothing answers (${code}); is PostgreSQL running there?`;
  if (message === 'timeout expired' || message === 'Query read timeout')
    return `${at}, which does not answer within ${TIMEOUT / 1_000} seconds.`;
  if (code === '28P01') return `the user "${user}", whose password ${at} does not accept.`;
  if (code === '28000') return `the user "${user}", who may not sign in at ${at}.`;
  if (code === '3D000')
    return `the database "${database}", which ${at} does not have; create it (createdb ${database}), or name another.`;
  if (message.includes('client password must be'))
    return `no password, which ${at} asks for: postgresql://${user}:PASSWORD@${at}/${database}.`;
  return `${at}, which cannot be used: ${message}.`;
}

/** Another program's answers would pass for those of what is started here. */
async function expectFree(port, setting) {
  if (!/^\d{1,5}$/.test(port) || Number(port) < 1 || Number(port) > 65535)
    throw new Error(`${setting} must be a whole number from 1 to 65535.`);
  const server = createServer().listen(Number(port), '127.0.0.1');
  await once(server, 'listening').catch(({ code }) => {
    throw new Error(
      code === 'EADDRINUSE'
        ? `Port ${port} is taken; stop the program that has it, or set ${setting}.`
        : `Port ${port} cannot be had (${code}); set ${setting}.`,
    );
  });
  await once(server.close(), 'close');
}

/** Whether a folder can be written, or made where it is not there yet. */
async function expectWritable(folder) {
  for (let place = folder; ; place = path.dirname(place)) {
    const error = await access(place, constants.W_OK).catch(reason => reason);
    if (!error) return;
    if (error.code !== 'ENOENT' || place === path.dirname(place))
      throw new Error(`DATA_DIR names ${folder}, which cannot be written (${error.code}).`);
  }
}

/** Resolves packages as packages/db does: what the workspace shares is not in the root's node_modules. */
export const requireOfDatabase = createRequire(path.join(root, 'packages', 'db', 'package.json'));

/** As the services' own setting does, and for the same reason: see packages/db/src/settings.ts. */
function verifyFully(url) {
  return /[?&]uselibpqcompat=true(&|$)/.test(url)
    ? url
    : (url?.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full') ?? null);
}

function parseUrl(text) {
  const url = /^postgres(ql)?:\/\/\S+$/.test(text) && URL.canParse(text) ? new URL(text) : null;
  // `p@ss/w#rd` ends the host early: what is behind it stands where the database should.
  if (text.includes('#') || url?.pathname.includes('@') || url?.search.includes('@'))
    throw new Error(
      'DATABASE_URL has characters that end its host early: write / as %2F, ? as %3F, # as %23 and @ as %40 in the password.',
    );
  const database = url && decodeURIComponent(url.pathname.slice(1));
  if (!url?.hostname || !database)
    throw new Error(`DATABASE_URL must be a PostgreSQL URL such as ${EXAMPLE}.`);
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const port = url.port || '5432';
  const user = decodeURIComponent(url.username) || 'postgres';
  return { host, port, user, database, name: `${host}:${port}/${database}` };
}
