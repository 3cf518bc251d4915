import { findOrDrawSessionSecret, findOrIssueCredentials } from '../credentials.mjs';
import { freePorts } from '../free-ports.mjs';
import { becomeHealthy, openDatabase, startService } from '../services.mjs';

/**
 * Both services twice on one new database, for edges that strip the prefix and for edges that keep it, with
 * credentials that work at each of them.
 */
export async function startServices(dataDir, onEnd) {
  const database = await openDatabase({ databaseUrl: null, dataDir });
  onEnd(() => database.close());
  const environment = {
    ...process.env,
    LOG_LEVEL: 'warn',
    TRUST_PROXY: 'loopback',
    SESSION_SECRET: await findOrDrawSessionSecret(dataDir),
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
  };
  const ports = await freePorts(4);
  const start = (name, BASE_PATH) => {
    const service = startService(name, ports.pop(), { ...environment, BASE_PATH });
    onEnd(() => {
      service.child.kill('SIGTERM');
      return service.exited;
    });
    return service;
  };
  const stripped = { versioning: start('versioning', ''), reporting: start('reporting', '') };
  const kept = {
    versioning: start('versioning', '/versioning'),
    reporting: start('reporting', '/reporting'),
  };
  await Promise.all([stripped, kept].flatMap(Object.values).map(becomeHealthy));
  const credentials = await findOrIssueCredentials({ dataDir, environment, ...stripped });
  return { stripped, kept, credentials };
}
