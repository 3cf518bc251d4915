import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { eventually } from '../../scratch/eventually.js';
import { type Journey, LOCALES } from '../journey.js';

export const schedules: Journey[] = LOCALES.map(locale => ({
  name: `have a report sent every Monday, then monthly, pause it, and unsubscribe by mail, in ${locale}`,
  locale,
  async travel(page, { tab, place, words, accounts: { reader } }) {
    const title = `Gaps of First Aid in ${locale}`;
    const press = (name: string) => row.getByRole('button', { name: words(name) }).click();
    await page.openAs(reader, 'achievement-gaps?status=missing');
    await tab.getByRole('table', { name: words('People with a gap') }).waitFor();
    await tab.getByRole('button', { name: words('Schedule') }).click();
    const dialog = tab.getByRole('dialog', { name: words('Send this report by e-mail') });
    await dialog.getByLabel(words('Name')).fill(title);
    await dialog.getByRole('button', { name: words('Schedule') }).click();
    await tab.getByText(words('The report has been scheduled')).waitFor();

    await tab.goto(page.address('schedules'));
    const row = tab.getByRole('row').filter({ hasText: title });
    await row.getByText(words('Every {0}')).waitFor();
    const window = tab.viewportSize()!;
    await tab.setViewportSize({ width: 360, height: 800 });
    assert.deepEqual(await tab.evaluate(CUT_OFF), []);
    await tab.setViewportSize(window);
    await press('Send {name} now');
    await tab.getByText(words('“{name}” has run')).waitFor();
    const mail = await mailOf(place.outbox, reader.email, title);
    assert.match(mail, /Content-Type: application\/vnd\.openxmlformats[^]*filename=/);

    await press('Edit {0}');
    const change = tab.getByRole('dialog', { name: words('Change the schedule') });
    await change.getByRole('combobox', { name: words('How often') }).click();
    await tab.getByRole('option', { name: words('Every month') }).click();
    await change.getByRole('button', { name: words('Save') }).click();
    await row.getByText(words('Every {0}')).waitFor({ state: 'detached' });
    await press('Pause {name}');
    await row.getByText(words('Paused')).waitFor();

    const link = /List-Unsubscribe: <[^>]*(\/unsubscribe\/[\w-]+)>/.exec(mail)![1]!;
    await tab.goto(place.api + link);
    await tab.getByRole('button').click();
    await tab.getByRole('button').waitFor({ state: 'detached' });
    await tab.goto(page.address('schedules'));
    await press('Send {name} now');
    await tab.getByText(words('“{name}” has run')).waitFor();
    await row.getByText(words('Failed: {0}')).waitFor();
    await press('Delete {name}');
    await tab
      .getByRole('dialog')
      .getByRole('button', { name: words('Delete') })
      .click();
    await row.waitFor({ state: 'detached' });
  },
}));

/** The texts of buttons that are cut off. */
const CUT_OFF = `[...document.querySelectorAll('main button *')]
  .filter(part => part.scrollWidth > part.clientWidth + 1)
  .map(part => part.textContent)`;

/** Waits for the email of a schedule to an address. Returns it with unfolded headers. */
async function mailOf(outbox: string, email: string, title: string): Promise<string> {
  return eventually(async () => {
    const files = await readdir(outbox).catch(() => []);
    const mails = await Promise.all(
      files.map(file => readFile(path.join(outbox, file), 'utf8').catch(() => '')),
    );
    const found = mails
      .map(mail => mail.replaceAll(/\r\n[ \t]+/g, ' '))
      .find(mail => mail.includes(email) && mail.includes(title));
    assert(found !== undefined, `no email for ${title}`);
    return found;
  });
}
