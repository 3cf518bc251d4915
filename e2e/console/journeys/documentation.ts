import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Journey } from '../journey.js';

export const documentation: Journey[] = [
  {
    name: 'call an operation in Swagger UI with a secret that is kept for the tab',
    async travel({ tab }, { place, context, accounts: { reader } }) {
      const address = `${place.api}/swagger`;
      await openDocumentation(tab, address);
      assert.equal(await tab.locator('.servers select').inputValue(), place.api);
      await tab.locator('.auth-wrapper .authorize').click();
      const dialog = tab.locator('.dialog-ux');
      await dialog.locator('input:focus').fill(reader.secret);
      await dialog.locator('button.authorize').last().click();
      await dialog.locator('button.btn-done').last().click();

      await tab.reload();
      const operation = tab.locator('.opblock[id$="-ListMeasurements"]');
      await operation.locator('.opblock-summary-control').click();
      await operation.locator('.try-out__btn').click();
      const [request] = await Promise.all([
        tab.waitForRequest(each => each.resourceType() === 'fetch'),
        operation.locator('button.execute').click(),
      ]);
      assert.equal((await request.allHeaders()).authorization, `Bearer ${reader.secret}`);
      const response = operation.locator('.live-responses-table');
      await response.getByText('"Critical Competencies"').waitFor();

      const other = await context.newPage();
      await openDocumentation(other, address);
      await other.locator('.auth-wrapper .authorize.unlocked').waitFor();
      await tab.locator('.auth-wrapper .authorize').click();
      await dialog.getByRole('button', { name: 'Remove authorization' }).click();
    },
  },
];

/** Uses the URL without a trailing slash, which redirects. */
async function openDocumentation(tab: Page, address: string) {
  await tab.goto(address);
  await tab.locator('.opblock').first().waitFor();
  assert.equal(tab.url(), `${address}/`);
}
