import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { eventually } from '../../scratch/eventually.js';
import type { Reader } from '../../scratch/services.js';
import { call, type Journey, type Place, type Words } from '../journey.js';
import { type ConsolePage, OPERATORS_PAGES, PAGES, settle } from '../page.js';

type Open = (page: ConsolePage, words: Words) => Promise<void>;

const DIALOGS: Readonly<Record<string, Open>> = {
  async finder({ tab, address }) {
    await tab.goto(address('directory?organization=aurora-energy'));
    await tab.getByRole('table').waitFor();
    await tab.keyboard.press('ControlOrMeta+k');
  },
  async 'save a view'({ tab, address }, words) {
    await tab.goto(address('expiring?organization=aurora-energy'));
    await tab.getByRole('button', { name: words('Views') }).click();
    await tab.getByRole('menuitem', { name: words('Save this view…') }).click();
    await tab.getByRole('menu').waitFor({ state: 'detached' });
  },
  'schedule a report': byButton('directory?organization=aurora-energy', 'Schedule'),
  'new account': byButton('accounts', 'New account'),
  'edit an account': byButton('accounts?q=demo', 'Edit {0}'),
  'make a password link': byButton('accounts?q=demo', 'Make a password link for {0}'),
  'erase a person': byButton('accounts?q=demo', 'Erase {0}'),
  'revoke a secret': byButton('accounts?organization=aurora-energy', 'Revoke secret of {0}'),
};

function byButton(path: string, name: string): Open {
  return async ({ tab, address }, words) => {
    await tab.goto(address(path));
    await tab
      .getByRole('button', { name: words(name) })
      .first()
      .click();
  };
}

/** Opens the target of the first link in a page's table. */
const OPEN: Readonly<Record<string, Open | undefined>> = {
  async directory({ tab }, words) {
    await tab.getByRole('table').getByRole('link').first().click();
    await tab.getByRole('table', { name: words('Requirements') }).waitFor();
  },
  async outbox({ tab }) {
    const mail = tab.getByRole('table').getByRole('link').first();
    await eventually(async () => {
      await tab.reload();
      await mail.waitFor({ timeout: 2_000 });
    });
    await mail.click();
    await tab.getByRole('article').waitFor();
  },
};

/** Resolves once animations have ended, because axe checks the contrast of the current colours. */
const SETTLED = `Promise.all(document.getAnimations()
  .filter((animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime))
  .map((animation) => animation.finished.catch(() => {})))`;

const THEMES = ['light', 'dark'] as const;
const WIDTHS = [390, 1280, 1440] as const;
type Look = `${(typeof WIDTHS)[number]} ${(typeof THEMES)[number]}`;

/**
 * Runs axe on every page and checks that it fits the window: with `--thorough` in each theme and width, by default in one
 * of them per language, and then on dialogs only in English.
 */
export const pages: Journey[] = (
  [
    ['en-US', ['1440 light']],
    ['de-DE', ['1280 dark']],
    ['fr-FR', ['390 light']],
  ] as const
).map(([locale, usual]) => ({
  name: `axe on every page in ${locale}, and its texts fit`,
  locale,
  async travel(page, { tab, place, context, accounts, words, axe, isThorough }) {
    const { operator, reader } = accounts;
    const isChosen = (look: Look) => isThorough || (usual as readonly Look[]).includes(look);
    const check = (name: string) => audit(page, axe, isChosen, name);
    await askForMail(place, reader);
    for (const name of ['sign-in', 'forgot-password', `set-password#token=${'x'.repeat(43)}`]) {
      await tab.goto(page.address(name));
      await tab.getByRole('heading', { level: 1 }).waitFor();
      await check(name);
    }
    await page.openAs(operator, 'sign-in');
    await tab.waitForURL(/choose-organization/);
    await tab.getByRole('heading', { level: 1 }).waitFor();
    await check('choose-organization');
    for (const name of [...PAGES, ...OPERATORS_PAGES]) {
      await show(page, name);
      await check(name);
      const open = OPEN[name];
      if (open === undefined) continue;
      await open(page, words);
      await settle(tab);
      await check(`${name}, opened`);
    }
    const dialogs = isThorough || locale === 'en-US' ? DIALOGS : {};
    for (const [name, open] of Object.entries(dialogs)) {
      await open(page, words);
      await tab.getByRole('dialog').waitFor();
      await tab.waitForLoadState('networkidle');
      await check(name);
      await tab.keyboard.press('Escape');
      await tab.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await context.clearCookies();
    await page.openAs(reader, 'my-compliance');
    await tab.waitForURL(/my-compliance/);
    await settle(tab);
    await check('my-compliance');
  },
}));

export const longWords: Journey = {
  name: 'wrap words that are longer than the window',
  async travel(page, { tab, words, accounts: { reader } }) {
    await tab.route(
      /\/(auth\/session|me\/compliance|reporting\/(matrix|people\/))/,
      async route => {
        const response = await route.fetch();
        const json: unknown = JSON.parse(await response.text(), (key, value: unknown) =>
          key === 'name' ? 'W'.repeat(200) : value,
        );
        await route.fulfill({ response, json });
      },
    );
    await page.openAs(reader, 'glossary');
    await page.heading('Glossary').waitFor();
    for (const name of ['account', 'my-compliance', 'matrix', 'directory']) {
      await show(page, name);
      await OPEN[name]?.(page, words);
      await fit(tab, name, 360);
      await fit(tab, name, 1280);
    }
    // The page may still read something.
    await tab.unrouteAll({ behavior: 'ignoreErrors' });
  },
};

/** How many pixels a page is wider than the window. */
const TOO_WIDE = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

/** Opens a page with figures; two pages show none until a department is chosen. */
async function show(page: ConsolePage, name: string) {
  const { tab } = page;
  const link = { compliance: 'td a', matrix: 'tbody th a' }[name];
  const path = link === undefined ? name : 'overview';
  await tab.goto(page.address(`${path}?organization=aurora-energy`));
  if (link !== undefined) {
    await tab.getByRole('grid').locator(link).first().click();
    await tab.waitForURL(new RegExp(`/${name}`));
  }
  await settle(tab);
}

/** Changes the width of the window, in which the page must fit. */
async function fit(tab: Page, name: string, width: number) {
  await tab.setViewportSize({ width, height: 900 });
  // Charts are resized with a delay.
  await eventually(async () => {
    const excess = await tab.evaluate<number>(TOO_WIDE);
    assert.ok(excess <= 0, `${name} at ${width} px is ${excess} px too wide`);
  });
}

/** There is an email to look at. */
async function askForMail(place: Place, { email }: Reader) {
  const { status } = await call(place, null, 'auth/password-reset', { email });
  assert.equal(status, 204);
}

async function audit(
  { tab }: ConsolePage,
  axe: string,
  isChosen: (look: Look) => boolean,
  name: string,
) {
  const before = tab.viewportSize()!;
  await tab.evaluate(axe);
  for (const width of WIDTHS) {
    await fit(tab, name, width);
    for (const colorScheme of THEMES.filter(theme => isChosen(`${width} ${theme}`))) {
      await tab.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await tab.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
      await tab.evaluate(SETTLED);
      const findings = await tab.evaluate<{ id: string; impact: string; nodes: string[] }[]>(
        `axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })
          .then(({ violations }) => violations.map(({ id, impact, nodes }) =>
            ({ id, impact, nodes: nodes.slice(0, 3).map(({ html }) => html.slice(0, 160)) })))`,
      );
      const worst = findings.filter(({ impact }) => impact === 'serious' || impact === 'critical');
      assert.deepEqual(worst, [], `${name}, ${colorScheme}, ${width} px`);
    }
  }
  await tab.setViewportSize(before);
}
