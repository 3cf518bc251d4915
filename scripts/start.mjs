import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { findOrCreateSessionSecret, findOrIssueCredentials } from './credentials.mjs';
import { readSettings } from './preflight.mjs';
import { openDatabase, startService, waitUntilHealthy } from './services.mjs';
import { setUp, whenParentExits } from './setup.mjs';

/**
 * `npm start` runs both services until Ctrl-C, on the database in DATABASE_URL or an embedded one. The printed commands
 * work when pasted, and stay the same on the next start.
 */
try {
  await start();
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  // Setting exitCode instead would wait for a pending DNS lookup.
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

/** Resolves when both services have exited. */
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

/** Stops all services on a signal or once one of them exits. Returns a function that stops them for a failure. */
function stopTogether(services) {
  let isStopping = false;
  // Ctrl-C has also signalled the services; they ignore a second signal within a second.
  const stop = () => {
    isStopping = true;
    for (const { child } of services) child.kill('SIGTERM');
  };
  const fail = reason => {
    // Services that are stopped during startup have not failed.
    if (isStopping) return;
    process.stderr.write(`${reason}\n`);
    process.exitCode = 1;
    stop();
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop);
  whenParentExits(stop);
  for (const { name, exited } of services)
    void exited.then(how => fail(`${name} has exited (${how}); stopping everything.`));
  return fail;
}

/** Versioning uses METRICS_PORT, reporting the port after it. */
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

  An API key for versioning: ${versioningKey}

  Take a version number, and look at the package:

  curl -X POST -H "Authorization: Bearer ${versioningKey}" ${versioning.url}/api/packages/my-app/increment/minor
  curl -H "Authorization: Bearer ${versioningKey}" ${versioning.url}/api/packages/my-app

${reader ? readerLines(reader, reporting) : noReaderLines(settings)}

  Emails are written to ${outboxOf(settings)} unless SMTP_URL is set.

  Ctrl-C stops everything; ${whereDataStays(settings, database)}
`;
}

function readerLines({ company, email, password, secret, operator }, { url }) {
  return `  An account that can read reports in the demo organization ${company}:
    e-mail ${email}   password ${password}
    secret ${secret}
${operator ? operatorLines(operator) : ''}
  List achievements, and who is in which department:

  curl -H "Authorization: Bearer ${secret}" "${url}/reporting/achievement-gaps/achievements?pageSize=3"
  curl -H "Authorization: Bearer ${secret}" ${url}/reporting/directory-contacts`;
}

function operatorLines({ email, password }) {
  return `
  An operator, who imports records, manages accounts and grants rights in the console:
    e-mail ${email}   password ${password}
`;
}

function noReaderLines({ databaseUrl }) {
  const prefix = databaseUrl === null ? '' : 'DATABASE_URL=… ';
  return `  No demo data was added. Give one of your accounts access to reports:

  ${prefix}npm run -s reporting -- accounts grant --email E-MAIL --reports
  ${prefix}npm run -s reporting -- secrets create --email E-MAIL --company HANDLE

  Import records (docs/importing.md), or load the demo into a database without organizations: ${prefix}DEMO=small npm start`;
}

function outboxOf({ dataDir }) {
  return path.join(path.relative(process.cwd(), dataDir) || '.', 'outbox');
}

function whereDataStays({ databaseName, dataDir }, { directory }) {
  if (directory === null) return `data is kept in ${databaseName}.`;
  const own = path.relative(process.cwd(), dataDir) || '.';
  return directory.startsWith(dataDir)
    ? `data is kept in ${own}.`
    : `data is kept in ${directory}, because the user postgres cannot access ${dataDir}.`;
}
