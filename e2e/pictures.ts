import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { chooseFile, OPERATORS_PAGES, PAGES, settle, signIn } from './console/page.js';
import { type Account, openStage } from './console/stage.js';
import { findMails, sendMails, sendOperatorsMails, takeMail } from './pictures/mails.js';
import { createCleanup } from './scratch/cleanup.js';
import { root } from './scratch/programs.js';
import { startService } from './scratch/services.js';

/**
 * `npm run pictures [-- FOLDER [PAGE…]]` takes pictures of all or the given pages of the console and emails, with the small
 * demo, light and dark, 1280 and 390 pixels wide, in FOLDER (`docs/pictures`). `--language=de,fr` instead takes one of each
 * page in each of these languages, light and 1280 pixels wide; steps on pages are only performed in English.
 */
const given = process.argv.slice(2);
const [target = path.join(root, 'docs', 'pictures'), ...only] = given.filter(
  argument => !argument.startsWith('--'),
);
const [, languages] = given.map(argument => /^--language=(.+)/.exec(argument)).find(Boolean) ?? [];
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
    const rows = 'id,handle,name\r\n4711,works,Works\r\n,yard,\r\n';
    await chooseFile(tab, 'companies.csv', rows);
    await tab.getByRole('table', { name: 'Faults' }).waitFor();
  },
  async outbox(tab) {
    await tab.getByRole('table', { name: 'E-mails' }).getByRole('link').first().click();
    await tab.frameLocator('iframe').getByRole('link').first().waitFor();
  },
};

await using cleanup = createCleanup();
const { folder, env, reader, browser } = await openStage(OPERATOR, cleanup);
const SMTP_URL = pathToFileURL(path.join(folder, 'outbox')).href;
const { url } = await startService('reporting', { ...env, SMTP_URL }, cleanup);
await sendMails(url, reader);
mkdirSync(target, { recursive: true });

const sender = await open(browser, url, { locale: 'en', scheme: 'light', width: 1280 });
await enter(sender, OPERATOR);
await sendOperatorsMails(sender, reader.company);
const mails = await findMails(sender);
await sender.context().close();

const headers = { Authorization: `Bearer ${reader.secret}` };
const answer = await fetch(`${url}/reporting/directory-contacts`, { headers });
const { members, departments } = (await answer.json()) as Record<
  string,
  { id: string; name: string }[]
>;
// The first people have names that test the layout.
const person = members!.find(({ name }) => /^[\p{Script=Latin} ]+$/u.test(name));
const department = `departments=${departments!.at(-1)!.id}`;
const organization = `organization=${reader.company}`;
/** Pages whose address is not their name. */
const addresses: Readonly<Record<string, string>> = {
  overview: 'overview?sort=all',
  compliance: `compliance?${department}`,
  matrix: `matrix?${department}`,
  person: `people/${person!.id}`,
  'choose-organization': 'overview',
  uploads: 'imports',
  reminders: `reminders?${organization}`,
  deliveries: `deliveries?${organization}`,
};
for (const look of TAKES) {
  const file = (name: string) => path.join(target, `${name}-${look.of}.png`);
  const anybody = await open(browser, url, look);
  await settle(anybody);
  await anybody.screenshot({ path: file('sign-in') });
  await anybody.context().close();
  for (const [who, pages] of [
    [reader, [...PAGES, 'person', 'my-compliance']],
    [OPERATOR, ['choose-organization', ...OPERATORS_PAGES, 'uploads']],
  ] as const) {
    const tab = await open(browser, url, look);
    await enter(tab, who);
    for (const name of pages) {
      if (only.length > 0 && !only.includes(name)) continue;
      await tab.goto(`${url}/console/${addresses[name] ?? name}`);
      await settle(tab);
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

async function enter(tab: Page, account: Account) {
  await signIn(tab, account);
  await tab.waitForURL(address => !address.pathname.endsWith('/sign-in'));
}
