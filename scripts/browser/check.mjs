import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { endings } from '../endings.mjs';
import { freePorts } from '../free-ports.mjs';
import { startNginx } from './edges.mjs';
import { journeys } from './journeys.mjs';
import { startServices } from './scratch-services.mjs';
import { newSwaggerPage } from './swagger-page.mjs';

/** As the examples name it. Swagger UI is on its best behaviour at localhost: it asks no validator there. */
const HOST = 'example.org';

/**
 * Takes every journey through Swagger UI behind every edge that this repository configures, on scratch data
 * that are gone afterwards. Throws at the first that does not go as it should.
 * @param pictures the folder for a picture of each page that a journey ends at; null: none
 */
export async function checkInBrowser({ pictures, ...programs }) {
  const folder = mkdtempSync(path.join(tmpdir(), 'browser-'));
  // Neither PostgreSQL nor nginx's workers run as root, and they have to get in when this does.
  chmodSync(folder, 0o755);
  const { onEnd, end } = endings();
  onEnd(() => rmSync(folder, { recursive: true }));
  try {
    const { stripped, kept, credentials } = await startServices(folder, onEnd);
    const edges = await edgesOf(stripped, kept);
    await startNginx(programs, edges, path.join(folder, 'nginx'), onEnd);
    const browser = await startChromium(programs.chromium, onEnd);
    for (const edge of edges) {
      for (const journey of journeys) {
        await take(journey, { browser, edge, credentials, pictures });
        process.stdout.write(`browser: ${edge.name}: ${journey.name}\n`);
      }
    }
  } finally {
    await end();
  }
}

/**
 * What stands in front: by the examples for a host that is on the network, and as compose does, without TLS
 * on the machine itself.
 */
async function edgesOf(stripped, kept) {
  const [one, other, compose] = await freePorts(3);
  return [
    {
      name: 'prefix stripped',
      file: 'deploy/nginx/prefix-stripped.conf',
      origin: `https://${HOST}:${one}`,
      ...stripped,
    },
    {
      name: 'prefix kept',
      file: 'deploy/nginx/prefix-kept.conf',
      origin: `https://${HOST}:${other}`,
      ...kept,
    },
    { name: 'compose', file: 'docker/nginx.conf', origin: `http://127.0.0.1:${compose}`, ...kept },
  ];
}

/** There is no other host than these: what a page asks of one fails, and is seen to be missing. */
async function startChromium(executablePath, onEnd) {
  const hosts = `MAP ${HOST} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1`;
  const args = ['--no-sandbox', `--host-resolver-rules=${hosts}`];
  const browser = await chromium.launch({ executablePath, args });
  onEnd(() => browser.close());
  return browser;
}

async function take({ name, service, travel }, { browser, edge, credentials, pictures }) {
  // The certificate is as old as this run.
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  context.setDefaultTimeout(15_000);
  const page = await newSwaggerPage(context, edge.origin);
  try {
    await page.open(`${edge.origin}/${service}/swagger`);
    await travel(page, { ...credentials, edge, context });
    if (page.faults.length > 0) throw new Error('the page shows what it should, but went wrong');
  } catch (error) {
    const story = [`${edge.name}: ${name}: ${error.message}`, ...page.faults].join('\n');
    throw new Error(story, { cause: error });
  } finally {
    if (pictures !== null) {
      mkdirSync(pictures, { recursive: true });
      await page.picture(path.join(pictures, `${edge.name}, ${name}.png`));
    }
    await context.close();
  }
}
