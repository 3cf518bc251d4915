import assert from 'node:assert/strict';
import { call, type Journey } from '../journey.js';

export const account: Journey[] = [
  {
    name: 'generate a secret, use it, revoke it',
    async travel(page, { tab, place, accounts: { operator } }) {
      await page.openAs(operator, 'account?organization=aurora-energy');
      await tab.getByRole('button', { name: 'Generate secret' }).click();
      const secret = await tab.getByRole('textbox', { name: 'Your secret' }).inputValue();
      const use = () => call(place, secret, 'me/client-secret');
      assert.equal((await use()).status, 200);
      await tab.getByRole('button', { name: 'Revoke secret' }).click();
      await tab.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click();
      await tab.getByText('You have no personal secret.').waitFor();
      assert.equal((await use()).status, 401);
      await tab.reload();
      await page.heading('Account').waitFor();
      assert.equal(await tab.getByText(secret).count(), 0);
    },
  },
  {
    name: 'create and revoke a client secret',
    async travel(page, { tab, place, accounts: { reader } }) {
      await page.openAs(reader, 'account');
      await tab.getByLabel('Name', { exact: true }).fill('Power Query');
      await tab.getByRole('button', { name: 'Create client secret' }).click();
      const secret = await tab.getByRole('textbox', { name: 'Your secret' }).inputValue();
      const use = () => call(place, secret, 'reporting/directory-contacts');
      assert.equal((await use()).status, 200);
      await tab.getByRole('button', { name: 'Revoke Power Query' }).click();
      await tab.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click();
      await tab.getByText('No client secrets yet.').waitFor();
      assert.equal((await use()).status, 401);
    },
  },
  {
    name: 'change the password and lose the other session',
    async travel(page, { tab, place, context, accounts: { operator } }) {
      const other = await call(place, null, 'auth/login', operator);
      const cookie = other.headers.getSetCookie()[0]!.split(';')[0]!;
      const session = () => fetch(`${place.service}/auth/session`, { headers: { Cookie: cookie } });
      assert.equal((await session()).status, 200);
      await page.openAs(operator, 'account');
      await tab.getByLabel('Current password').fill(operator.password);
      operator.password = `${operator.password} again`;
      await tab.getByLabel('New password').fill(operator.password);
      await tab.getByRole('button', { name: 'Change password' }).click();
      await tab.getByText('The password has been changed.').waitFor();
      assert.equal((await session()).status, 401);
      await tab.reload();
      await page.heading('Account').waitFor();
      assert.ok((await context.cookies()).length > 0);
    },
  },
];
