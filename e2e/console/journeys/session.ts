import assert from 'node:assert/strict';
import type { Journey } from '../journey.js';

export const session: Journey[] = [
  {
    name: 'choose an organization',
    async travel(page, { tab, accounts: { operator } }) {
      await page.openAs(operator, 'overview');
      await page.heading('Choose an organization').waitFor();
      await page.tabTo(tab.getByLabel('Search', { exact: true }));
      await tab.keyboard.type('aurora');
      await page.tabTo(tab.getByRole('button', { name: /^Aurora Energy/ }));
      await tab.keyboard.press('Enter');
      await tab.getByRole('grid', { name: 'Compliance by department' }).waitFor();
      assert.match(tab.url(), /organization=aurora-energy/);
      // The next visit starts with the same organization.
      await tab.goto(page.address('directory'));
      await page.heading('Directory').waitFor();
      await tab.waitForURL(/organization=aurora-energy/);
    },
  },
  {
    name: 'sign in again after a session has ended, and return to the page',
    async travel(page, { tab, context, accounts: { operator, reader } }) {
      const signInAgain = async (credentials: { email: string; password: string }) => {
        await page.heading('Sign in').waitFor();
        await page.signIn(credentials);
      };
      await page.openAs(reader, 'validations');
      await tab.getByRole('table', { name: 'Validations' }).waitFor();
      await context.clearCookies();
      await tab.getByRole('combobox', { name: 'Status' }).selectOption('Expired');
      await signInAgain(reader);
      await page.heading('Validations').waitFor();
      assert.match(tab.url(), /\/console\/validations\?(?=.*status=Expired)/);
      await context.clearCookies();
      await tab.getByRole('button', { name: 'Download CSV' }).click();
      await signInAgain(reader);
      await page.heading('Validations').waitFor();
      await context.clearCookies();
      await tab.goto(page.address(`accounts?q=${encodeURIComponent(reader.email)}`));
      await signInAgain(operator);
      await tab.getByRole('switch', { name: /^API access of/ }).waitFor();
      await tab.waitForLoadState('networkidle');
      await context.clearCookies();
      await tab.getByRole('switch', { name: /^API access of/ }).click();
      // Unsaved changes on the page are kept.
      const dialog = tab.getByRole('dialog', { name: 'Sign in again' });
      await dialog.getByLabel('Password', { exact: true }).fill(operator.password);
      await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
      await page.heading('Accounts').waitFor();
      assert.equal(await tab.getByRole('switch', { name: /^API access of/ }).isChecked(), true);
    },
  },
  {
    name: 'load the script of a page before its session is read',
    async travel(page, { tab, accounts: { reader } }) {
      await page.openAs(reader, 'directory');
      await page.heading('Directory').waitFor();
      const requested: string[] = [];
      tab.on('request', request => {
        const [, name] = /\/(validations-|auth\/session$)/.exec(request.url()) ?? [];
        if (name) requested.push(name);
      });
      await tab.goto(page.address('validations'));
      await page.heading('Validations').waitFor();
      assert.deepEqual(requested.slice(0, 2), ['validations-', 'auth/session']);
    },
  },
  {
    name: "focus a page's heading after navigation",
    async travel(page, { tab, accounts: { operator } }) {
      await page.openAs(operator, 'account');
      await page.heading('Account').waitFor();
      for (const name of ['Audit', 'Accounts']) {
        await tab.getByRole('link', { name, exact: true }).press('Enter');
        await page.heading(name).and(tab.locator(':focus')).waitFor();
      }
      await tab.getByRole('link', { name: 'Overview', exact: true }).press('Enter');
      await page.heading('Choose an organization').and(tab.locator(':focus')).waitFor();
      await tab.getByLabel('Search', { exact: true }).fill('aurora');
      await tab.getByRole('button', { name: /^Aurora Energy/ }).click();
      await page.heading('Overview').and(tab.locator(':focus')).waitFor();
    },
  },
  {
    name: 'sign out, go back, and see nothing',
    async travel(page, { tab, context, accounts: { reader } }) {
      await page.openAs(reader, 'directory');
      await tab.getByRole('table', { name: 'Directory' }).waitFor();
      await tab.getByRole('link', { name: 'Validations' }).click();
      await page.heading('Validations').waitFor();
      await tab.locator('header').getByRole('button').last().click();
      await tab.getByRole('menuitem', { name: 'Sign out' }).click();
      await page.heading('Sign in').waitFor();
      await tab.goBack();
      await tab.waitForURL(/from=%2Fdirectory/);
      await page.heading('Sign in').waitFor();
      assert.equal(await tab.getByRole('table').count(), 0);
      const cookies = await context.cookies();
      assert.equal(cookies.filter(({ name }) => name.endsWith('reporting_session')).length, 0);
    },
  },
  {
    name: 'sign in with OpenID Connect',
    async travel(page, { tab, place, context }) {
      await context.addCookies([{ name: 'person', value: 'reader', url: place.issuer }]);
      await tab.goto(page.address('expiring?period=180'));
      await tab.getByRole('link', { name: 'Sign in with single sign-on' }).click();
      await page.heading('Expiring').waitFor();
      assert.match(tab.url(), /\/console\/expiring\?.*period=180/);
      await tab.getByRole('table', { name: 'Expirations by date' }).waitFor();
    },
  },
];
