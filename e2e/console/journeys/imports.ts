import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Journey } from '../journey.js';
import { chooseFile } from '../page.js';

export const imports: Journey[] = [
  {
    name: 'download a template and an export, and see what was imported',
    async travel(page, { tab, accounts: { operator } }) {
      await page.openAs(operator, 'imports?organization=aurora-energy');
      for (const [button, name] of [
        ['Template Excel', /^records-template\.xlsx$/],
        ['Export CSV', /^records-aurora-energy-\d{4}-\d\d-\d\d\.zip$/],
      ] as const) {
        const downloading = tab.waitForEvent('download');
        await tab.getByRole('button', { name: button, exact: true }).click();
        assert.match((await downloading).suggestedFilename(), name);
      }
      await tab.getByRole('table', { name: 'Imports', exact: true }).waitFor();
      await tab.getByRole('link', { name: 'demo small' }).first().click();
      await tab.getByRole('heading', { level: 2, name: 'Import of demo small' }).waitFor();
      await tab.getByRole('table', { name: 'Rows by table', exact: true }).waitFor();
    },
  },
  {
    name: 'import a department, and undo the import',
    async travel(page, { tab, place, accounts: { operator } }) {
      await page.openAs(operator, 'imports');
      await page.heading('Imports').waitFor();
      const answer = await tab.request.get(`${place.api}/security/companies?q=aurora-energy`);
      const { items } = (await answer.json()) as { items: { id: string }[] };
      const header = 'id,companyId,name,code,isFacility';
      const row = `${randomUUID()},${items[0]!.id},Jetty,,true`;
      await chooseFile(tab, 'departments.csv', `${header}\r\n${row}\r\n`);
      await tab.getByText('1 department new, none changed, none deleted').waitFor();
      await tab.getByRole('button', { name: 'Import', exact: true }).press('Enter');
      await tab.getByRole('button', { name: 'Undo…' }).press('Enter');
      const dialog = tab.getByRole('dialog', { name: 'Undo this import?' });
      await dialog.getByRole('button', { name: 'Undo', exact: true }).press('Enter');
      await tab.getByText('1 department deleted').waitFor();
    },
  },
  {
    name: 'upload a file, see its faults, correct it, check it again, import it, and open the result',
    async travel(page, { tab, accounts: { operator } }) {
      const id = randomUUID();
      const companies = (...row: string[]) => `id,handle,name\r\n${row.join(',')}\r\n`;
      await page.openAs(operator, 'imports');
      await chooseFile(tab, 'companies.csv', companies('4711', id, 'Works'));
      await tab.getByRole('alert').getByText('1 fault. Correct it').waitFor();
      const [, fault] = await page.rows('Faults');
      assert.deepEqual(fault!.slice(0, 4), ['companies', '2', 'id', '4711']);

      await chooseFile(tab, 'companies.csv', companies(id, id, 'Works'));
      await tab.getByText('1 company new, none changed, none deleted').waitFor();
      await tab.getByRole('button', { name: 'Options' }).press('Enter');
      await tab.getByRole('switch', { name: 'Ids are any text' }).press(' ');
      const importing = tab.getByRole('button', { name: 'Import', exact: true });
      await importing.waitFor({ state: 'detached' });
      await tab.getByRole('button', { name: 'Check again' }).press('Enter');
      await importing.press('Enter');
      await tab.getByRole('heading', { level: 2, name: 'Import of companies.csv' }).waitFor();
      await tab.getByText('Imported', { exact: true }).waitFor();
      const row = tab.getByRole('table', { name: 'Imports', exact: true }).getByRole('row').nth(1);
      await row.getByText('Succeeded').waitFor();
      assert.match(await row.innerText(), /companies\.csv[^]*console-operator@example\.com/);
      await tab.getByRole('link', { name: 'Open Works' }).press('Enter');
      await page.heading('Overview').waitFor();
      await tab.getByRole('link', { name: 'Organization: Works' }).waitFor();
    },
  },
];
