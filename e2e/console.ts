import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import axe from 'axe-core';
import getPort from 'get-port';
import type { Browser } from 'playwright-core';
import type { Journey, Place } from './console/journey.js';
import { journeys } from './console/journeys.js';
import { openConsole } from './console/page.js';
import { client, startProvider } from './console/provider.js';
import { openStage } from './console/stage.js';
import { wordsOf } from './console/words.js';
import { type Cleanup, createCleanup } from './scratch/cleanup.js';
import { HOST, startEdge } from './scratch/nginx.js';
import { findProgram } from './scratch/programs.js';
import { startService } from './scratch/services.js';

/**
 * `npm run console [-- --straight] [--thorough] [--named=TEXT] [FOLDER]`: what people do with the console, in Chromium, straight
 * and, without `--straight`, behind nginx with the prefix stripped and kept where nginx is installed. Fails on anything else
 * than expected, a console error, a request to another host, a violation of the Content-Security-Policy, a serious finding of
 * axe, or a secret in an address or in storage. `--named` runs only the journeys with that text in their name; `--thorough`
 * looks at each page in every theme and width. FOLDER receives a screenshot of each journey's last page.
 */
const isStraightOnly = process.argv.includes('--straight');
const isThorough = process.argv.includes('--thorough');
const [, named = ''] = process.argv.map(given => /^--named=(.+)/.exec(given)).find(Boolean) ?? [];
const pictures = process.argv.slice(2).find(argument => !argument.startsWith('--'));
const operator = {
  email: 'console-operator@example.com',
  password: 'a sentence that nobody else has chosen',
};
// No other host resolves: a request to one fails and is reported.
const hosts = `MAP ${HOST} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1`;

const cleanup = createCleanup();
let failures = 0;
try {
  const stage = await openStage(operator, cleanup, [`--host-resolver-rules=${hosts}`]);
  const { folder, env, reader, browser } = stage;
  await takeAll('straight', null, '');
  if (!isStraightOnly && findProgram('nginx') && findProgram('openssl')) {
    await takeAll('prefix stripped', 'deploy/nginx/prefix-stripped.conf', '');
    await takeAll('prefix kept', 'deploy/nginx/prefix-kept.conf', '/reporting');
  } else if (!isStraightOnly) {
    process.stdout.write('console: nginx or openssl is not installed: straight only\n');
  }

  /** All journeys in one place, which ends before the next begins: its jobs would send the mails of the others. */
  async function takeAll(...described: [name: string, file: string | null, basePath: string]) {
    const ending = createCleanup(cleanup);
    try {
      const place = await startPlace(...described, ending);
      for (const journey of journeys) {
        if (journey.name.includes(named)) await take(journey, browser, place, { reader, operator });
      }
    } finally {
      await ending.run();
    }
  }

  /** One deployment: a service with an identity provider of its own, behind nginx where a file is named. */
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
} finally {
  await cleanup.run();
}
process.stdout.write(
  `console: ${failures === 0 ? 'every journey succeeded' : `${failures} failed`}\n`,
);
process.exitCode = failures === 0 ? 0 : 1;

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
    if (page.faults.length > 0) throw new Error('the journey succeeded, but the page had faults');
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
