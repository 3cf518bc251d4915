import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import axe from 'axe-core';
import getPort from 'get-port';
import type { Browser } from 'playwright-core';
import { type Journey, type Place, wordsOf } from './console/journey.js';
import { longWords, pages } from './console/journeys/accessibility.js';
import { account } from './console/journeys/account.js';
import { documentation } from './console/journeys/documentation.js';
import { imports } from './console/journeys/imports.js';
import { keyboard } from './console/journeys/keyboard.js';
import { operator } from './console/journeys/operator.js';
import { people } from './console/journeys/people.js';
import { reports } from './console/journeys/reports.js';
import { schedules } from './console/journeys/schedules.js';
import { scrolling } from './console/journeys/scrolling.js';
import { session } from './console/journeys/session.js';
import { openConsole } from './console/page.js';
import { client, openStage, startProvider } from './console/stage.js';
import { type Cleanup, createCleanup } from './scratch/cleanup.js';
import { HOST, startEdge } from './scratch/nginx.js';
import { findProgram } from './scratch/programs.js';
import { startService } from './scratch/services.js';

/**
 * `npm run console [-- --straight] [--thorough] [--named=TEXT] [FOLDER]` tests the console in Chromium, directly and, unless
 * `--straight` is given, behind nginx with the prefix stripped and kept. Journeys also fail on console errors, requests to
 * other hosts, violations of the Content-Security-Policy, serious findings of axe, and secrets in URLs or storage. `--named`
 * runs only the journeys whose name contains TEXT; `--thorough` checks each page in every theme and width. FOLDER receives a
 * screenshot of each journey's last page.
 */
const isStraightOnly = process.argv.includes('--straight');
const isThorough = process.argv.includes('--thorough');
const [, named = ''] = process.argv.map(given => /^--named=(.+)/.exec(given)).find(Boolean) ?? [];
const pictures = process.argv.slice(2).find(argument => !argument.startsWith('--'));
const operatorAccount = {
  email: 'console-operator@example.com',
  password: 'a sentence that nobody else has chosen',
};
// Other hosts do not resolve, so requests to them fail and are reported.
const hosts = `MAP ${HOST} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1`;

/** Those of a list run at once. They differ in their language and in what they change. */
const journeys: readonly (Journey | Journey[])[] = [
  ...session,
  ...reports,
  ...account,
  ...operator,
  ...imports,
  schedules,
  ...people,
  ...keyboard,
  ...scrolling,
  ...documentation,
  pages,
  longWords,
];

let failures = 0;
await using cleanup = createCleanup();
const stage = await openStage(operatorAccount, cleanup, [`--host-resolver-rules=${hosts}`]);
const { folder, env, reader, browser } = stage;
const accounts = { reader, operator: operatorAccount };
await takeAll('straight', null, '');
if (!isStraightOnly && findProgram('nginx') && findProgram('openssl')) {
  await takeAll('prefix stripped', 'deploy/nginx/prefix-stripped.conf', '');
  await takeAll('prefix kept', 'deploy/nginx/prefix-kept.conf', '/reporting');
} else if (!isStraightOnly) {
  process.stdout.write('console: nginx or openssl is not installed: straight only\n');
}
process.stdout.write(
  `console: ${failures === 0 ? 'every journey succeeded' : `${failures} failed`}\n`,
);
process.exitCode = failures === 0 ? 0 : 1;

/** Runs all journeys in a place and stops it before the next one starts, because its jobs would send emails. */
async function takeAll(...described: [name: string, file: string | null, basePath: string]) {
  await using ending = createCleanup(cleanup);
  const place = await startPlace(...described, ending);
  for (const group of journeys) {
    const chosen = [group].flat().filter(({ name }) => name.includes(named));
    await Promise.all(chosen.map(journey => take(journey, browser, place, accounts)));
  }
}

/** Starts a service with its own identity provider, behind nginx if a configuration file is given. */
async function startPlace(
  name: string,
  file: string | null,
  basePath: string,
  ending: Cleanup,
): Promise<Place> {
  const issuerPort = await getPort();
  const outbox = path.join(folder, `outbox ${name}`);
  const reporting = await startService(
    'reporting',
    {
      ...env,
      BASE_PATH: basePath,
      OIDC_ISSUER: `http://127.0.0.1:${issuerPort}`,
      OIDC_CLIENT_ID: client.clientId,
      OIDC_CLIENT_SECRET: client.clientSecret,
      SMTP_URL: pathToFileURL(outbox).href,
    },
    ending,
  );
  const origin = file === null ? reporting.url : `https://${HOST}:${await getPort()}`;
  const api = file === null ? origin : `${origin}/reporting`;
  const issuer = await startProvider(
    { port: issuerPort, redirectUri: `${api}/auth/sso/callback`, email: reader.email },
    ending,
  );
  if (file !== null) {
    const edge = { file, origin, service: reporting.url };
    await startEdge(edge, path.join(folder, `nginx ${name}`), ending);
  }
  return { name, api, issuer, service: reporting.url + basePath, outbox };
}

async function take(
  { name, locale = 'en-US', travel }: Journey,
  browser: Browser,
  place: Place,
  accounts: Parameters<Journey['travel']>[1]['accounts'],
) {
  // The certificate is self-signed.
  const context = await browser.newContext({
    ignoreHTTPSErrors: true,
    acceptDownloads: true,
    viewport: { width: 1400, height: 900 },
    locale,
  });
  context.setDefaultTimeout(30_000);
  const page = await openConsole(context, place);
  const start = performance.now();
  try {
    const words = wordsOf(locale.slice(0, 2));
    const tools = { words, axe: axe.source, isThorough };
    await travel(page, { tab: page.tab, place, context, accounts, ...tools });
    await page.expectNothingSecret();
    if (page.faults.length > 0) throw new Error('the journey succeeded, but errors were reported');
    const seconds = ((performance.now() - start) / 1_000).toFixed(1);
    process.stdout.write(`console: ${place.name}: ${name} (${seconds} s)\n`);
  } catch (error) {
    failures += 1;
    const story = [`${place.name}: ${name}: ${String(error)}`, ...page.faults].join('\n');
    process.stderr.write(`console: FAILED: ${story}\n`);
  } finally {
    if (pictures) {
      mkdirSync(pictures, { recursive: true });
      await page.tab.screenshot({ path: path.join(pictures, `${place.name}, ${name}.png`) });
    }
    await context.close();
  }
}
