import assert from 'node:assert/strict';
import { call, type Journey } from '../journey.js';

export const operator: Journey[] = [
  {
    name: 'withdraw and grant access as an operator',
    async travel(page, { tab, place, accounts: { operator, reader } }) {
      await page.openAs(operator, 'accounts');
      const another = tab.locator('tbody tr').nth(1);
      await another.waitFor();
      await tab.getByLabel('Search', { exact: true }).fill(reader.email);
      await another.waitFor({ state: 'detached' });
      const apiAccess = tab.getByRole('switch', { name: /^API access of/ });
      const reportAccess = tab.getByRole('switch', { name: /^Report access of/ });
      await tab.getByRole('cell', { name: reader.email }).waitFor();
      const status = async () =>
        (await call(place, reader.secret, 'reporting/directory-contacts')).status;
      const change = async (control: typeof apiAccess) => {
        const [answer] = await Promise.all([
          tab.waitForResponse(response => response.url().endsWith('/grants')),
          control.click(),
        ]);
        assert.equal(answer.status(), 200);
      };
      assert.equal(await status(), 200);
      await change(apiAccess);
      assert.equal(await reportAccess.isChecked(), false);
      assert.equal(await status(), 403);
      await change(reportAccess);
      assert.equal(await apiAccess.isChecked(), true);
      assert.equal(await status(), 200);
    },
  },
  {
    name: "see today's events, and the last page instead of one beyond it",
    async travel(page, { tab, accounts: { operator } }) {
      const now = new Date();
      const today = [now.getFullYear(), now.getMonth() + 1, now.getDate()]
        .map(part => String(part).padStart(2, '0'))
        .join('-');
      await page.openAs(operator, `audit?since=${today}&until=${today}&page=999`);
      await tab.getByText(/–(\S+) of \1$/).waitFor();
      await tab.getByRole('table', { name: 'Audit events' }).getByRole('cell').first().waitFor();
      assert.doesNotMatch(tab.url(), /page=999/);
      await tab.goto(page.address('audit?since=yesterday&until=2026-02-30&page=0'));
      await tab.getByRole('table', { name: 'Audit events' }).waitFor();
      assert.equal(await tab.getByLabel('From').inputValue(), '');
      await tab.getByText(/^1–/).waitFor();
    },
  },
];
