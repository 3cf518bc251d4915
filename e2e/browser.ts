import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { type Edge, HOST, listEdges, startNginx } from './browser/nginx.js';
import { type Journey, journeys } from './browser/swagger-journeys.js';
import { openSwaggerPage } from './browser/swagger-page.js';
import { createCleanup } from './scratch/cleanup.js';
import { requirePrograms } from './scratch/programs.js';
import {
  commandLine,
  issueKey,
  makeReader,
  openScratchDatabase,
  startService,
} from './scratch/services.js';

/**
 * `npm run browser [-- FOLDER]`: each journey through Swagger UI behind each nginx configuration of this
 * repository. Fails at the first one that shows something else, logs a console error, leaves the host or
 * violates the Content-Security-Policy. FOLDER receives a screenshot of each journey's last page.
 */
const [pictures] = process.argv.slice(2);
const programs = requirePrograms(
  {
    chromium: ['chromium', 'chromium-browser', 'google-chrome'],
    nginx: ['nginx'],
    openssl: ['openssl'],
  },
  'chromium nginx-light openssl',
);
const folder = mkdtempSync(path.join(tmpdir(), 'browser-'));
// PostgreSQL and nginx's workers do not run as root and need access.
chmodSync(folder, 0o755);
const cleanup = createCleanup();
cleanup.add(() => rmSync(folder, { recursive: true }));
try {
  const env = await openScratchDatabase({ databaseUrl: null, dataDir: folder }, cleanup);
  const start = async (versioningPath: string, reportingPath: string) => ({
    versioning: await startService('versioning', { ...env, BASE_PATH: versioningPath }, cleanup),
    reporting: await startService('reporting', { ...env, BASE_PATH: reportingPath }, cleanup),
  });
  const edges = await listEdges(await start('', ''), await start('/versioning', '/reporting'));
  const runCommand = commandLine(env);
  const credentials = {
    versioningKey: await issueKey(runCommand),
    reader: await makeReader(runCommand),
  };
  await startNginx(programs, edges, path.join(folder, 'nginx'), cleanup);
  // No other host resolves: a request to one fails and is reported.
  const hosts = `MAP ${HOST} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1`;
  const browser = await chromium.launch({
    executablePath: programs.chromium,
    args: ['--no-sandbox', `--host-resolver-rules=${hosts}`],
  });
  cleanup.add(() => browser.close());
  for (const edge of edges) {
    for (const journey of journeys) {
      await take(journey, browser, edge, credentials);
      process.stdout.write(`browser: ${edge.name}: ${journey.name}\n`);
    }
  }
} finally {
  await cleanup.run();
}

async function take(
  { name, service, travel }: Journey,
  browser: Browser,
  edge: Edge,
  credentials: Parameters<Journey['travel']>[1]['credentials'],
) {
  // The certificate is self-signed.
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  context.setDefaultTimeout(15_000);
  const page = await openSwaggerPage(context, edge.origin);
  try {
    await page.open(`${edge.origin}/${service}/swagger`);
    await travel(page, { edge, context, credentials });
    if (page.faults.length > 0) throw new Error('the journey succeeded, but the page had faults');
  } catch (error) {
    const story = [`${edge.name}: ${name}: ${String(error)}`, ...page.faults].join('\n');
    throw new Error(story, { cause: error });
  } finally {
    if (pictures) {
      mkdirSync(pictures, { recursive: true });
      await page.picture(path.join(pictures, `${edge.name}, ${name}.png`));
    }
    await context.close();
  }
}
