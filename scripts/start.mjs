import path from 'node:path';
import { findOrDrawSessionSecret, findOrIssueCredentials } from './credentials.mjs';
import { expectFree } from './free-ports.mjs';
import { whenOrphaned } from './orphaned.mjs';
import { becomeHealthy, openDatabase, startService } from './services.mjs';
import { root, setUp } from './setup.mjs';

/**
 * `npm start`: both services on one database, the embedded one unless DATABASE_URL names another, until
 * Ctrl-C. What it prints works when pasted, and is the same the next time.
 */
setUp();
const { VERSIONING_PORT = '3001', REPORTING_PORT = '3002' } = process.env;
try {
  await expectFree(VERSIONING_PORT, 'VERSIONING_PORT');
  await expectFree(REPORTING_PORT, 'REPORTING_PORT');
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
const dataDir = path.resolve(root, process.env.DATA_DIR ?? '.data');
const database = await openDatabase({ databaseUrl: process.env.DATABASE_URL ?? null, dataDir });

const environment = {
  LOG_LEVEL: 'warn',
  SESSION_SECRET: await findOrDrawSessionSecret(dataDir),
  ...process.env,
  DATABASE_URL: database.url,
  DATA_DIR: dataDir,
};
const services = [
  startService('versioning', VERSIONING_PORT, environment),
  startService('reporting', REPORTING_PORT, environment),
];

let isStopping = false;
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop);
whenOrphaned(stop);
for (const { name, exited } of services) {
  void exited.then(() => {
    if (isStopping) return;
    process.stderr.write(`${name} has stopped; stopping everything.\n`);
    process.exitCode = 1;
    stop();
  });
}

try {
  await Promise.all(services.map(becomeHealthy));
  await greet();
} catch (error) {
  // What is told to stop while it starts has not failed.
  if (!isStopping) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
    stop();
  }
}
await Promise.all(services.map(({ exited }) => exited));
await database.close();

/** The terminal's Ctrl-C has reached the services too; they take a second signal within a second as one. */
function stop() {
  isStopping = true;
  for (const { child } of services) child.kill('SIGTERM');
}

async function greet() {
  const [versioning, reporting] = services;
  const { versioningKey, reader } = await findOrIssueCredentials({
    dataDir,
    environment,
    versioning,
    reporting,
  });
  process.stdout.write(`
  versioning  ${versioning.url}   documentation ${versioning.url}/swagger
  reporting   ${reporting.url}   documentation ${reporting.url}/swagger
  console     ${reporting.url}/console/   reports in the browser

  A key of versioning: ${versioningKey}

  Take a version number, and look at the package:

  curl -X POST -H "Authorization: Bearer ${versioningKey}" ${versioning.url}/api/packages/my-app/increment/minor
  curl -H "Authorization: Bearer ${versioningKey}" ${versioning.url}/api/packages/my-app

  An account of reporting that may read reports, in the made-up organization ${reader.company}:
    e-mail ${reader.email}   password ${reader.password}
    secret ${reader.secret}

  See what its people hold, and who are in which department:

  curl -H "Authorization: Bearer ${reader.secret}" "${reporting.url}/reporting/achievement-gaps/achievements?pageSize=3"
  curl -H "Authorization: Bearer ${reader.secret}" ${reporting.url}/reporting/directory-contacts

  Ctrl-C stops everything; the data stay in ${path.relative(process.cwd(), dataDir) || '.'}.
`);
}
