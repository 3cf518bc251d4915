import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Journey } from '../journey.js';

const NAME = 'Gaps of First Aid';

/** What managers do to have reports sent. */
export const schedules: Journey[] = [
  {
    name: 'have a report sent every Monday, then monthly, pause it, and end it by the link of a mail',
    async travel(page, { tab, place, accounts: { reader } }) {
      await page.openAs(reader, 'achievement-gaps?status=missing');
      await tab.getByRole('table', { name: 'People with a gap' }).waitFor();
      await tab.getByRole('button', { name: 'Schedule', exact: true }).click();
      const dialog = tab.getByRole('dialog', { name: 'Send this report by mail' });
      await dialog.getByLabel('Name', { exact: true }).fill(NAME);
      await dialog.getByRole('button', { name: 'Schedule' }).click();
      await tab.getByText('The report is scheduled').waitFor();

      await tab.goto(page.address('schedules'));
      const row = tab.getByRole('row').filter({ hasText: NAME });
      await row.getByText(/^Every Monday, 07:00/).waitFor();
      await row.getByRole('button', { name: `Send ${NAME} now` }).click();
      await tab.getByText(`“${NAME}” has run`).waitFor();
      const mail = await mailOf(place.outbox, reader.email);
      assert.match(mail, /Content-Type: application\/vnd\.openxmlformats[^]*filename=/);

      await row.getByRole('button', { name: `Edit ${NAME}` }).click();
      const change = tab.getByRole('dialog', { name: 'Change the schedule' });
      await change.getByRole('combobox', { name: 'How often' }).click();
      await tab.getByRole('option', { name: 'Every month' }).click();
      await change.getByRole('button', { name: 'Save' }).click();
      await row.getByText(/^Day 1 of the month, 07:00/).waitFor();
      await row.getByRole('button', { name: `Pause ${NAME}` }).click();
      await row.getByText('Paused').waitFor();

      const link = /List-Unsubscribe: <[^>]*(\/unsubscribe\/[\w-]+)>/.exec(mail)![1]!;
      await tab.goto(place.api + link);
      await tab.getByRole('button', { name: 'Unsubscribe' }).click();
      await tab.getByText('You are unsubscribed').waitFor();
      await tab.goto(page.address('schedules'));
      await row.getByRole('button', { name: `Send ${NAME} now` }).click();
      await tab.getByText(`“${NAME}” has run`).waitFor();
      await row.getByText(/ended by the link in a mail/).waitFor();
      await row.getByRole('button', { name: `Delete ${NAME}` }).click();
      await tab.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await row.waitFor({ state: 'detached' });
    },
  },
];

/** The mail to an address, unfolded, once the service has written it. */
async function mailOf(outbox: string, email: string): Promise<string> {
  let found: string | undefined;
  await until(async () => {
    const files = await readdir(outbox).catch(() => []);
    const mails = await Promise.all(
      files.map(file => readFile(path.join(outbox, file), 'utf8').catch(() => '')),
    );
    found = mails
      .map(mail => mail.replaceAll(/\r\n[ \t]+/g, ' '))
      .find(mail => mail.includes(email));
    return found !== undefined;
  });
  return found!;
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!(await condition())) {
    assert(Date.now() < deadline, 'it did not happen within a minute');
    await wait(500);
  }
}
