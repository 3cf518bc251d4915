import assert from 'node:assert/strict';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import type { Place } from './journey.js';
import type { Account } from './stage.js';

export type ConsolePage = Awaited<ReturnType<typeof openConsole>>;

/** The most times that Tab is pressed to reach a control. */
const MAX_TABS = 90;

/** Pages for people with report access. */
export const PAGES = [
  ...['overview', 'trends', 'compliance', 'matrix', 'expiring', 'achievement-gaps', 'validations'],
  ...['monthly-statistics', 'directory', 'schedules', 'glossary', 'account'],
];
export const OPERATORS_PAGES = [
  ...['accounts', 'service-accounts', 'imports', 'reminders', 'deliveries', 'outbox', 'audit'],
];

const PASSWORD_PAGES = /\/(set|forgot)-password/g;

/** Opens a tab for the console and records faults in it. */
export async function openConsole(context: BrowserContext, place: Place) {
  const tab = await context.newPage();
  const faults = await watchFaults(tab, place);
  const addresses: string[] = [];
  tab.on('framenavigated', frame => addresses.push(frame.url()));
  const heading = (name: string) => tab.getByRole('heading', { level: 1, name, exact: true });
  return {
    tab,
    faults,
    heading,
    address: (path: string) => `${place.api}/console/${path}`,

    /** Presses Tab until a control has the focus. */
    async tabTo(control: Locator) {
      await control.waitFor();
      for (let presses = 0; presses < MAX_TABS; presses++) {
        if ((await control.and(tab.locator(':focus')).count()) > 0) {
          return;
        }
        await tab.keyboard.press('Tab');
      }
      throw new Error(`Tab does not reach ${String(control)}`);
    },

    signIn: (account: Account) => signIn(tab, account),

    /** Opens a page and signs in when prompted. */
    async openAs(account: Account, path: string) {
      await tab.goto(this.address(path));
      await signIn(tab, account);
    },

    /** Returns the texts of a table's cells by row. */
    async rows(name: string) {
      const table = tab.getByRole('table', { name, exact: true });
      await table.locator('tbody tr td').first().waitFor();
      const rows = await table.getByRole('row').all();
      return Promise.all(rows.map(row => row.locator('th, td').allInnerTexts()));
    },

    /**
     * Fails if a secret or a password is in a visited URL or in web storage. The token of a mailed link may only be in
     * the URL that the email opens.
     */
    async expectNothingSecret() {
      const storage = await tab.evaluate<string>('JSON.stringify([localStorage, sessionStorage])');
      assert.doesNotMatch(storage.replace(PASSWORD_PAGES, ''), /vsk_|password|token|eyJ|@/i);
      for (const address of addresses) {
        assert.doesNotMatch(address.replace(PASSWORD_PAGES, ''), /vsk_|password/i);
      }
      assert.doesNotMatch(tab.url(), /token/);
    },
  };
}

/** Works in any language. */
export async function signIn(tab: Page, { email, password }: Account) {
  await tab.locator('input[name=email]').fill(email);
  await tab.locator('input[name=password]').fill(password);
  await tab.locator('button[type=submit]').click();
}

/** Waits until a page shows its heading and all figures. */
export async function settle(tab: Page): Promise<void> {
  await tab.getByRole('heading', { level: 1 }).waitFor();
  await tab.waitForLoadState('networkidle');
  const loading = tab.locator('[aria-busy=true], .mantine-Skeleton-root');
  await loading.first().waitFor({ state: 'detached' });
}

/** Chooses a file on the page for imports. */
export async function chooseFile(tab: Page, name: string, content: string) {
  const choosing = tab.waitForEvent('filechooser');
  await tab.getByRole('button', { name: 'Choose a file' }).click();
  const file = { name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) };
  await (await choosing).setFiles(file);
}

/** Collects errors, policy violations and requests to other hosts. */
async function watchFaults(page: Page, place: Place): Promise<string[]> {
  const faults: string[] = [];
  const own = [new URL(place.api).origin, new URL(place.issuer).origin];
  page.on('request', request => {
    const url = request.url();
    if (!/^(data|blob):/.test(url) && !own.includes(new URL(url).origin)) {
      faults.push(`request: ${url}`);
    }
  });
  page.on('console', message => {
    // The browser logs refusals, too, which the page handles.
    const isRefusal = /status of 40[13]/.test(message.text());
    if (message.type() === 'error' && !isRefusal) faults.push(`console: ${message.text()}`);
  });
  page.on('pageerror', error => faults.push(`exception: ${error.message}`));
  await page.exposeFunction('reportViolation', (text: string) => faults.push(`policy: ${text}`));
  await page.addInitScript(`
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      window.reportViolation(violatedDirective + ' ' + blockedURI));
  `);
  return faults;
}
