import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { findOrCreateSessionSecret, findOrIssueCredentials } from './credentials.mjs';
import { whenParentExits } from './exit-with-parent.mjs';
import { readSettings } from './preflight.mjs';
import { openDatabase, startService, waitUntilHealthy } from './services.mjs';
import { setUp } from './setup.mjs';

/**
 * `npm start`: both services on one database, the embedded one unless DATABASE_URL names another, until
 * Ctrl-C. What it prints works when pasted, and is the same the next time.
 */
try {
  await start();
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  // Not exitCode: looking up a host that does not answer would keep the process for longer.
  process.exit(1);
}

async function start() {
  const settings = await readSettings(process.env);
  await setUp();
  const database = await openDatabase(settings);
  try {
    await runServices(settings, database);
  } finally {
    await database.close();
  }
}

/** Resolves when both have ended. */
async function runServices(settings, database) {
  const { ports, dataDir, databaseName } = settings;
  const defaults = {
    LOG_LEVEL: 'warn',
    SMTP_URL: pathToFileURL(path.join(dataDir, 'outbox')).href,
    MAIL_FROM: 'Reporting <reporting@localhost>',
    SESSION_SECRET: await findOrCreateSessionSecret(dataDir, databaseName),
  };
  const environment = {
    ...Object.fromEntries(
      Object.entries(defaults).filter(([name]) => !process.env[`${name}_FILE`]),
    ),
    ...process.env,
    DATABASE_URL: database.url,
    DATABASE_URL_FILE: '',
    DATA_DIR: dataDir,
  };
  const services = ['versioning', 'reporting'].map((name, index) =>
    startService(name, ports[name], { ...environment, ...metricsPort(index) }),
  );

  const fail = stopTogether(services);
  try {
    await Promise.all(services.map(waitUntilHealthy));
    const [versioning, reporting] = services;
    const given = { ...settings, environment, versioning, reporting };
    process.stdout.write(
      await greeting({ ...given, ...(await findOrIssueCredentials(given)) }, database),
    );
  } catch (error) {
    fail(error.message);
  }
  await Promise.all(services.map(({ exited }) => exited));
}

/** At a signal, or once one has ended, all are stopped. Returns what does so for a reason, as a failure. */
function stopTogether(services) {
  let isStopping = false;
  /** The terminal's Ctrl-C has reached the services too; they take a second signal within a second as one. */
  const stop = () => {
    isStopping = true;
    for (const { child } of services) child.kill('SIGTERM');
  };
  const fail = reason => {
    // A service that is stopped during its start has not failed.
    if (isStopping) return;
    process.stderr.write(`${reason}\n`);
    process.exitCode = 1;
    stop();
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop);
  whenParentExits(stop);
  for (const { name, exited } of services)
    void exited.then(how => fail(`${name} has ended (${how}); stopping everything.`));
  return fail;
}

/** One setting, and a port for each of two services: METRICS_PORT and the next. */
function metricsPort(index) {
  const first = Number(process.env.METRICS_PORT);
  return first > 0 ? { METRICS_PORT: String(first + index) } : {};
}

async function greeting({ versioning, reporting, versioningKey, reader, ...settings }, database) {
  const hasConsole = (await fetch(`${reporting.url}/console/`)).ok;
  return `
  versioning  ${versioning.url}   documentation ${versioning.url}/swagger
  reporting   ${reporting.url}   documentation ${reporting.url}/swagger${
    hasConsole ? `\n  console     ${reporting.url}/console/   reports in the browser` : ''
  }

  A key of versioning: ${versioningKey}

  Take a version number, and look at the package:

  curl -X POST -H "Authorization: Bearer ${versioningKey}" ${versioning.url}/api/packages/my-app/increment/minor
  curl -H "Authorization: Bearer ${versioningKey}" ${versioning.url}/api/packages/my-app

${reader ? readerLines(reader, reporting) : noReaderLines(settings)}

  Mails are written to ${outboxOf(settings)}, unless SMTP_URL names a server.

  Ctrl-C stops everything; ${whereDataStays(settings, database)}
`;
}

function readerLines({ company, email, password, secret, operator }, { url }) {
  return `  An account of reporting that may read reports, in the demonstration's organization ${company}:
    e-mail ${email}   password ${password}
    secret ${secret}
${operator ? operatorLines(operator) : ''}
  See what its people hold, and who is in which department:

  curl -H "Authorization: Bearer ${secret}" "${url}/reporting/achievement-gaps/achievements?pageSize=3"
  curl -H "Authorization: Bearer ${secret}" ${url}/reporting/directory-contacts`;
}

function operatorLines({ email, password }) {
  return `
  Its operator, who imports records, manages accounts and grants rights in the console:
    e-mail ${email}   password ${password}
`;
}

function noReaderLines({ databaseUrl }) {
  const prefix = databaseUrl === null ? '' : 'DATABASE_URL=… ';
  return `  No demonstration data was added. Give an account of yours access to the reports:

  ${prefix}npm run -s reporting -- accounts grant --email E-MAIL --reports
  ${prefix}npm run -s reporting -- secrets create --email E-MAIL --company HANDLE

  A database without organizations takes records (docs/importing.md), or the demonstration: ${prefix}DEMO=small npm start`;
}

function outboxOf({ dataDir }) {
  return path.join(path.relative(process.cwd(), dataDir) || '.', 'outbox');
}

function whereDataStays({ databaseName, dataDir }, { directory }) {
  if (directory === null) return `the data stay in ${databaseName}.`;
  const own = path.relative(process.cwd(), dataDir) || '.';
  return directory.startsWith(dataDir)
    ? `the data stay in ${own}.`
    : `the data stay in ${directory}, since the user postgres cannot enter ${dataDir}.`;
}
