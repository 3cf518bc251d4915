import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { createCleanup } from './scratch/cleanup.js';
import { requirePrograms, root } from './scratch/programs.js';
import { commandLine, makeReader, openScratchDatabase, startService } from './scratch/services.js';

/**
 * `npm run pictures [-- FOLDER [PAGE…]]`: a picture of every page of the console, or of those named, with the small demonstration, light
 * and dark, 1280 and 390 pixels wide, in FOLDER (`docs/pictures`).
 */
const [target = path.join(root, 'docs', 'pictures'), ...only] = process.argv.slice(2);
const { chromium: executablePath } = requirePrograms(
  { chromium: ['chromium', 'chromium-browser', 'google-chrome'] },
  'chromium',
);
const OPERATOR = { email: 'operator@example.com', password: 'a sentence that nobody else chose' };
const WIDTHS = [1280, 390];
const SCHEMES = ['light', 'dark'] as const;

const folder = mkdtempSync(path.join(tmpdir(), 'pictures-'));
const cleanup = createCleanup();
cleanup.add(() => rmSync(folder, { recursive: true }));
try {
  const databaseUrl = process.env.DATABASE_URL ?? null;
  const env = await openScratchDatabase({ databaseUrl, dataDir: folder }, cleanup);
  const run = commandLine(env);
  const reader = await makeReader(run);
  const named = ['--email', OPERATOR.email, '--name', 'Olga Operator', '--operator'];
  await run('reporting', ['accounts', 'create', ...named]);
  await run(
    'reporting',
    ['accounts', 'set-password', '--email', OPERATOR.email],
    OPERATOR.password,
  );
  const limits = {
    RATE_LIMIT_SIGN_IN: 'off',
    RATE_LIMIT_REPORTS: 'off',
    RATE_LIMIT_DEFAULT: 'off',
  };
  const { url } = await startService('reporting', { ...env, ...limits }, cleanup);
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  cleanup.add(() => browser.close());
  mkdirSync(target, { recursive: true });

  const headers = { Authorization: `Bearer ${reader.secret}` };
  const answer = await fetch(`${url}/reporting/directory-contacts`, { headers });
  const { members, departments } = (await answer.json()) as Record<string, { id: string }[]>;
  const pages = {
    overview: 'overview?sort=all',
    trends: 'trends',
    compliance: `compliance?departments=${departments![0]!.id}`,
    expiring: 'expiring',
    person: `people/${members![0]!.id}`,
    'my-compliance': 'my-compliance',
    'achievement-gaps': 'achievement-gaps',
    validations: 'validations',
    'monthly-statistics': 'monthly-statistics',
    directory: 'directory',
    schedules: 'schedules',
    account: 'account',
  };
  const operatorPages = {
    'choose-organization': 'overview',
    accounts: 'accounts',
    imports: 'imports',
    audit: 'audit',
  };
  for (const scheme of SCHEMES) {
    for (const width of WIDTHS) {
      const take = (name: string, tab: Page) =>
        tab.screenshot({ path: path.join(target, `${name}-${scheme}-${width}.png`) });
      const anybody = await open(browser, url, scheme, width);
      await settle(anybody);
      await take('sign-in', anybody);
      await anybody.context().close();
      for (const [who, addresses] of [
        [reader, pages],
        [OPERATOR, operatorPages],
      ] as const) {
        const tab = await open(browser, url, scheme, width);
        await signIn(tab, who);
        for (const [name, address] of Object.entries(addresses)) {
          if (only.length > 0 && !only.includes(name)) continue;
          await tab.goto(`${url}/console/${address}`);
          await settle(tab);
          await take(name, tab);
        }
        await tab.context().close();
      }
    }
  }
} finally {
  await cleanup.run();
}

async function open(browser: Browser, url: string, colorScheme: 'light' | 'dark', width: number) {
  const viewport = { width, height: 844 };
  const context = await browser.newContext({ viewport, colorScheme, reducedMotion: 'reduce' });
  const tab = await context.newPage();
  await tab.goto(`${url}/console/sign-in`);
  return tab;
}

async function signIn(tab: Page, { email, password }: { email: string; password: string }) {
  await tab.getByLabel('E-mail', { exact: true }).fill(email);
  await tab.getByLabel('Password', { exact: true }).fill(password);
  await tab.getByRole('button', { name: 'Sign in', exact: true }).click();
  await tab.waitForURL(address => !address.pathname.endsWith('/sign-in'));
}

/** Waits until every figure is there. */
async function settle(tab: Page) {
  await tab.getByRole('heading', { level: 1 }).waitFor();
  await tab.waitForLoadState('networkidle');
  await tab
    .locator('[aria-busy=true], .mantine-Skeleton-root')
    .first()
    .waitFor({ state: 'detached' });
}
