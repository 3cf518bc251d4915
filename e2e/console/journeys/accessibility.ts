import assert from 'node:assert/strict';
import { eventually } from '../../scratch/eventually.js';
import { settle } from '../../scratch/pages.js';
import type { Reader } from '../../scratch/services.js';
import type { Journey, Place } from '../journey.js';
import type { ConsolePage } from '../page.js';

const PAGES = [
  'overview',
  'trends',
  'compliance',
  'matrix',
  'expiring',
  'achievement-gaps',
  'validations',
  'monthly-statistics',
  'directory',
  'schedules',
  'glossary',
  'reminders',
  'deliveries',
  'outbox',
  'account',
  'accounts',
  'imports',
  'service-accounts',
  'audit',
];

const DIALOGS: { name: string; open: (page: ConsolePage) => Promise<void> }[] = [
  {
    name: 'finder',
    async open({ tab, address }) {
      await tab.goto(address('directory?organization=aurora-energy'));
      await tab.getByRole('table', { name: 'Directory' }).waitFor();
      await tab.keyboard.press('ControlOrMeta+k');
    },
  },
  {
    name: 'save a view',
    async open({ tab, address }) {
      await tab.goto(address('expiring?organization=aurora-energy'));
      await tab.getByRole('button', { name: 'Views' }).click();
      await tab.getByRole('menuitem', { name: 'Save this view…' }).click();
      await tab.getByRole('menu').waitFor({ state: 'detached' });
    },
  },
  {
    name: 'schedule a report',
    async open({ tab, address }) {
      await tab.goto(address('directory?organization=aurora-energy'));
      await tab.getByRole('button', { name: 'Schedule', exact: true }).click();
      await tab.getByRole('combobox', { name: 'Recipients' }).waitFor();
    },
  },
  {
    name: 'new account',
    async open({ tab, address }) {
      await tab.goto(address('accounts'));
      await tab.getByRole('button', { name: 'New account' }).click();
    },
  },
  ...['Edit', 'Make a password link for', 'Erase'].map(action => ({
    name: `${action} an account`,
    async open({ tab, address }: ConsolePage) {
      await tab.goto(address('accounts?q=demo'));
      await tab
        .getByRole('button', { name: new RegExp(`^${action}`) })
        .first()
        .click();
      await tab.getByRole('dialog').getByRole('textbox').first().waitFor();
      await tab.waitForLoadState('networkidle');
    },
  })),
  {
    name: 'revoke a secret',
    async open({ tab, address }) {
      await tab.goto(address('accounts?organization=aurora-energy'));
      await tab
        .getByRole('button', { name: /^Revoke secret of/ })
        .first()
        .click();
    },
  },
];

/** Opens what the first link of a page's table leads to. */
const OPEN: Readonly<Record<string, ((page: ConsolePage) => Promise<void>) | undefined>> = {
  async directory({ tab }) {
    await tab.getByRole('table', { name: 'Directory' }).getByRole('link').first().click();
    await tab.getByRole('combobox', { name: 'Show' }).waitFor();
  },
  async outbox({ tab }) {
    const mail = tab.getByRole('table', { name: 'Mails' }).getByRole('link').first();
    await eventually(async () => {
      await tab.reload();
      await mail.waitFor({ timeout: 2_000 });
    });
    await mail.click();
    await tab.getByRole('article').waitFor();
  },
};

/** Resolves when what fades in has its colours: axe reads the contrast of what is on the screen now. */
const SETTLED = `Promise.all(document.getAnimations()
  .filter((animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime))
  .map((animation) => animation.finished.catch(() => {})))`;

/** axe on every page and dialog, in both themes. */
export const accessibility: Journey[] = [
  ...(['light', 'dark'] as const).map(
    (colorScheme): Journey => ({
      name: `axe on every page, ${colorScheme}`,
      async travel(page, { place, context, accounts: { operator, reader }, axe }) {
        const { tab } = page;
        await tab.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await tab.goto(page.address('sign-in'));
        await page.heading('Sign in').waitFor();
        await audit(page, axe, 'sign-in');
        await askForMail(place, reader);
        for (const [name, title] of [
          ['forgot-password', 'Forgotten password'],
          [`set-password#token=${'x'.repeat(43)}`, 'Choose a password'],
        ] as const) {
          await tab.goto(page.address(name));
          await page.heading(title).waitFor();
          await audit(page, axe, title);
        }
        await tab.goto(page.address('sign-in'));
        await page.signIn(operator);
        await page.heading('Choose an organization').waitFor();
        await audit(page, axe, 'choose-organization');
        for (const name of PAGES) {
          await show(page, name);
          await audit(page, axe, name);
          const open = OPEN[name];
          if (open === undefined) continue;
          await open(page);
          await settle(page.tab);
          await audit(page, axe, `${name}, opened`);
        }
        for (const { name, open } of DIALOGS) {
          await open(page);
          await tab.getByRole('dialog').waitFor();
          await audit(page, axe, name);
          await tab.keyboard.press('Escape');
          await tab.getByRole('dialog').waitFor({ state: 'detached' });
        }
        await context.clearCookies();
        await tab.goto(page.address('my-compliance'));
        await page.signIn(reader);
        await page.heading('My compliance').waitFor();
        await settle(page.tab);
        await audit(page, axe, 'my-compliance');
      },
    }),
  ),
  ...['de-DE', 'fr-FR'].map(
    (locale): Journey => ({
      name: `axe on every page in ${locale}, and its words fit`,
      locale,
      async travel(page, { accounts: { operator }, axe }) {
        const { tab } = page;
        await tab.goto(page.address('sign-in'));
        await page.signIn(operator);
        await tab.waitForURL(/choose-organization/);
        for (const name of PAGES) {
          await show(page, name);
          await audit(page, axe, name);
          for (const width of [390, 1280, 1440]) {
            await tab.setViewportSize({ width, height: 844 });
            // Charts follow the window a moment later.
            await eventually(async () => {
              const excess = await tab.evaluate<number>(TOO_WIDE);
              assert.ok(excess <= 0, `${name} at ${width} px is ${excess} px too wide`);
            });
          }
        }
      },
    }),
  ),
];

/** By how many pixels a page is wider than the window. */
const TOO_WIDE = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

/** Opens a page with its figures: two of them show none until a department is chosen. */
async function show(page: ConsolePage, name: string) {
  const { tab } = page;
  const link = { compliance: 'td a', matrix: 'tbody th a' }[name];
  const path = link === undefined ? name : 'overview';
  await tab.goto(page.address(`${path}?organization=aurora-energy`));
  await tab.getByRole('heading', { level: 1 }).waitFor();
  if (link !== undefined) {
    await tab.getByRole('grid').locator(link).first().click();
    await tab.waitForURL(new RegExp(`/${name}`));
  }
  await settle(tab);
}

/** There is a mail to look at. */
async function askForMail({ service }: Place, { email }: Reader) {
  const response = await fetch(`${service}/auth/password-reset`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email }),
  });
  assert.equal(response.status, 204);
}

async function audit(page: ConsolePage, axe: string, name: string) {
  await page.tab.evaluate(axe);
  await page.tab.evaluate(SETTLED);
  const findings = await page.tab.evaluate<{ id: string; impact: string; nodes: string[] }[]>(
    `axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })
      .then(({ violations }) => violations.map(({ id, impact, nodes }) =>
        ({ id, impact, nodes: nodes.slice(0, 3).map(({ html }) => html.slice(0, 160)) })))`,
  );
  const worst = findings.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  assert.deepEqual(worst, [], name);
}
