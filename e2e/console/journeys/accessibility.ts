import assert from 'node:assert/strict';
import type { Journey } from '../journey.js';
import type { ConsolePage } from '../page.js';

const PAGES = [
  'overview',
  'trends',
  'compliance',
  'expiring',
  'achievement-gaps',
  'validations',
  'monthly-statistics',
  'directory',
  'schedules',
  'deliveries',
  'account',
  'accounts',
  'imports',
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

/** Resolves when what fades in has its colours: axe reads the contrast of what is on the screen now. */
const SETTLED = `Promise.all(document.getAnimations()
  .filter((animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime))
  .map((animation) => animation.finished.catch(() => {})))`;

/** axe on every page and dialog, in both themes. */
export const accessibility: Journey[] = [
  ...(['light', 'dark'] as const).map(
    (colorScheme): Journey => ({
      name: `axe on every page, ${colorScheme}`,
      async travel(page, { accounts: { operator }, axe }) {
        const { tab } = page;
        await tab.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await tab.goto(page.address('sign-in'));
        await page.heading('Sign in').waitFor();
        await audit(page, axe, 'sign-in');
        await page.signIn(operator);
        await page.heading('Choose an organization').waitFor();
        await audit(page, axe, 'choose-organization');
        for (const name of PAGES) {
          await tab.goto(page.address(`${name}?organization=aurora-energy`));
          await tab.getByRole('heading', { level: 1 }).waitFor();
          if (name === 'compliance') {
            await page.tab.goto(page.address('overview?organization=aurora-energy'));
            await tab
              .getByRole('grid', { name: 'Compliance by department' })
              .getByRole('link')
              .first()
              .click();
            await tab.getByRole('table', { name: 'Compliance by person' }).waitFor();
          }
          await tab.waitForLoadState('networkidle');
          await tab
            .locator('[aria-busy=true], .mantine-Skeleton-root')
            .first()
            .waitFor({ state: 'detached' });
          await audit(page, axe, name);
        }
        for (const { name, open } of DIALOGS) {
          await open(page);
          await tab.getByRole('dialog').waitFor();
          await audit(page, axe, name);
          await tab.keyboard.press('Escape');
          await tab.getByRole('dialog').waitFor({ state: 'detached' });
        }
      },
    }),
  ),
];

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
