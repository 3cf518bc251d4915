import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { findMails, sendMails, sendOperatorsMails, takeMail } from './pictures/mails.js';
import { createCleanup } from './scratch/cleanup.js';
import { settle } from './scratch/pages.js';
import { requirePrograms, root } from './scratch/programs.js';
import { commandLine, makeReader, openScratchDatabase, startService } from './scratch/services.js';

/**
 * `npm run pictures [-- FOLDER [PAGE…]]`: a picture of every page of the console and of every mail, or of those named, with the small demonstration, light
 * and dark, 1280 and 390 pixels wide, in FOLDER (`docs/pictures`). `--language=de,fr` takes one of every page in each of these languages instead, light
 * and 1280 pixels wide; steps on a page are in English alone.
 */
const given = process.argv.slice(2);
const [target = path.join(root, 'docs', 'pictures'), ...only] = given.filter(
  argument => !argument.startsWith('--'),
);
const [, languages] = given.map(argument => /^--language=(.+)/.exec(argument)).find(Boolean) ?? [];
const { chromium: executablePath } = requirePrograms(
  { chromium: ['chromium', 'chromium-browser', 'google-chrome'] },
  'chromium',
);
const OPERATOR = { email: 'operator@example.com', password: 'a sentence that nobody else chose' };
const TAKES = languages
  ? languages
      .split(',')
      .map(locale => ({ locale, scheme: 'light', width: 1280, of: locale }) as const)
  : (['light', 'dark'] as const).flatMap(scheme =>
      [1280, 390].map(width => ({ locale: 'en', scheme, width, of: `${scheme}-${width}` })),
    );

/** Steps to perform on a page before taking its picture. */
const STEPS: Readonly<Record<string, ((tab: Page) => Promise<void>) | undefined>> = {
  async uploads(tab) {
    const choosing = tab.waitForEvent('filechooser');
    await tab.getByRole('button', { name: 'Choose a file' }).click();
    const rows = 'id,handle,name\r\n4711,works,Works\r\n,yard,\r\n';
    const file = { name: 'companies.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) };
    await (await choosing).setFiles(file);
    await tab.getByRole('table', { name: 'Faults' }).waitFor();
  },
  async outbox(tab) {
    await tab.getByRole('table', { name: 'Mails' }).getByRole('link').first().click();
    await tab.frameLocator('iframe').getByRole('link').first().waitFor();
  },
};

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
  const outbox = path.join(folder, 'outbox');
  const settings = {
    SMTP_URL: pathToFileURL(outbox).href,
    MAIL_FROM: 'Reporting <reporting@example.com>',
    RATE_LIMIT_SIGN_IN: 'off',
    RATE_LIMIT_REPORTS: 'off',
    RATE_LIMIT_DEFAULT: 'off',
  };
  const { url } = await startService('reporting', { ...env, ...settings }, cleanup);
  await sendMails(url, reader);
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  cleanup.add(() => browser.close());
  mkdirSync(target, { recursive: true });

  const sender = await open(browser, url, { locale: 'en', scheme: 'light', width: 1280 });
  await signIn(sender, OPERATOR);
  await sendOperatorsMails(sender, reader.company);
  const mails = await findMails(sender);
  await sender.context().close();

  const headers = { Authorization: `Bearer ${reader.secret}` };
  const answer = await fetch(`${url}/reporting/directory-contacts`, { headers });
  const { members, departments } = (await answer.json()) as Record<
    string,
    { id: string; name: string }[]
  >;
  // The first people have names that try out texts.
  const person = members!.find(({ name }) => /^[\p{Script=Latin} ]+$/u.test(name));
  const pages = {
    overview: 'overview?sort=all',
    trends: 'trends',
    compliance: `compliance?departments=${departments!.at(-1)!.id}`,
    matrix: `matrix?departments=${departments!.at(-1)!.id}`,
    expiring: 'expiring',
    person: `people/${person!.id}`,
    'my-compliance': 'my-compliance',
    'achievement-gaps': 'achievement-gaps',
    validations: 'validations',
    'monthly-statistics': 'monthly-statistics',
    directory: 'directory',
    schedules: 'schedules',
    glossary: 'glossary',
    account: 'account',
  };
  const operatorPages = {
    'choose-organization': 'overview',
    accounts: 'accounts',
    'service-accounts': 'service-accounts',
    imports: 'imports',
    uploads: 'imports',
    reminders: `reminders?organization=${reader.company}`,
    deliveries: `deliveries?organization=${reader.company}`,
    outbox: 'outbox',
    audit: 'audit',
  };
  for (const look of TAKES) {
    const file = (name: string) => path.join(target, `${name}-${look.of}.png`);
    const anybody = await open(browser, url, look);
    await settleBelowHeading(anybody);
    await anybody.screenshot({ path: file('sign-in') });
    await anybody.context().close();
    for (const [who, addresses] of [
      [reader, pages],
      [OPERATOR, operatorPages],
    ] as const) {
      const tab = await open(browser, url, look);
      await signIn(tab, who);
      for (const [name, address] of Object.entries(addresses)) {
        if (only.length > 0 && !only.includes(name)) continue;
        await tab.goto(`${url}/console/${address}`);
        await settleBelowHeading(tab);
        if (look.locale === 'en') await STEPS[name]?.(tab);
        await tab.screenshot({ path: file(name) });
      }
      if (who === OPERATOR && look.locale === 'en') {
        for (const [name, address] of mails) {
          if (only.length > 0 && !only.includes(name)) continue;
          await takeMail(tab, address, file(name));
        }
      }
      await tab.context().close();
    }
  }
} finally {
  await cleanup.run();
}

async function open(
  browser: Browser,
  url: string,
  { locale, scheme, width }: { locale: string; scheme: 'light' | 'dark'; width: number },
) {
  const viewport = { width, height: 844 };
  const shown = { viewport, colorScheme: scheme, reducedMotion: 'reduce', locale } as const;
  const context = await browser.newContext(shown);
  const tab = await context.newPage();
  await tab.goto(`${url}/console/sign-in`);
  return tab;
}

async function signIn(tab: Page, { email, password }: { email: string; password: string }) {
  await tab.locator('input[name=email]').fill(email);
  await tab.locator('input[name=password]').fill(password);
  await tab.locator('button[type=submit]').click();
  await tab.waitForURL(address => !address.pathname.endsWith('/sign-in'));
}

async function settleBelowHeading(tab: Page) {
  await tab.getByRole('heading', { level: 1 }).waitFor();
  await settle(tab);
}
