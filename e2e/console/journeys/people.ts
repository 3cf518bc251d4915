import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { BrowserContext } from 'playwright-core';
import { eventually } from '../../scratch/eventually.js';
import { call, type Journey, type Place } from '../journey.js';
import { type ConsolePage, openConsole } from '../page.js';

const NAME = 'Nora Newcomer';
const PASSWORDS = ['seven lamps on a quiet street', 'eight lamps on a loud street'] as const;

export const people: Journey[] = [
  {
    name: 'be invited, choose a password, forget it, reset it, leave, and be erased',
    async travel(page, { tab, place, context, accounts: { operator } }) {
      const email = `nora-${randomUUID()}@example.com`;
      await page.openAs(operator, 'accounts');
      await invite(page, email);
      const invitation = await readMail(page, email, 'choose a password for your account');
      const person = await openOther(context, place);
      await choosePassword(person, invitation, PASSWORDS[0]);
      assert.equal(await confirm(place, invitation), 404, 'a link works once');
      await person.signIn({ email, password: PASSWORDS[0] });
      await person.heading('Overview').waitFor();

      await signOut(person);
      await askForReset(person, email);
      const reset = await readMail(page, email, 'choose a new password');
      await choosePassword(person, reset, PASSWORDS[1]);
      await person.signIn({ email, password: PASSWORDS[0] });
      await person.tab.getByRole('alert').getByText('Sign-in failed').waitFor();
      await person.signIn({ email, password: PASSWORDS[1] });
      await person.heading('Overview').waitFor();

      await disable(page, email);
      await person.tab.reload();
      await person.heading('Sign in').waitFor();
      await person.signIn({ email, password: PASSWORDS[1] });
      await person.tab.getByRole('alert').getByText('Sign-in failed').waitFor();
      await person.expectNothingSecret();
      assert.deepEqual(person.faults, []);

      await erase(page, email);
      await tab.getByText('No accounts match').waitFor();
    },
  },
  {
    name: "correct a person's record, and see it on their page",
    async travel(page, { tab, accounts: { operator } }) {
      const certificate = `J-${randomUUID().slice(0, 8)}`;
      await page.openAs(operator, 'directory?organization=aurora-energy');
      await tab.getByRole('table', { name: 'Directory' }).getByRole('link').nth(8).click();
      const requirements = tab.getByRole('table', { name: 'Requirements' });
      const held = requirements
        .getByRole('row')
        .filter({ hasText: 'Time-Sensitive Safety Certificates' })
        .filter({ has: tab.getByRole('button', { name: /^Correct / }) })
        .first();
      await held.getByRole('button', { name: /^Correct / }).press('Enter');
      const dialog = tab.getByRole('dialog');
      await dialog.getByLabel('Certificate number').fill(certificate);
      await dialog.getByLabel('Note').fill('Seen on paper');
      await dialog.getByRole('button', { name: 'Save' }).press('Enter');
      await dialog.waitFor({ state: 'detached' });
      await requirements.getByText(`${certificate} · Seen on paper`).waitFor();
    },
  },
];

async function openOther(context: BrowserContext, place: Place): Promise<ConsolePage> {
  const other = await context.browser()!.newContext({ ignoreHTTPSErrors: true });
  context.once('close', () => void other.close());
  return openConsole(other, place);
}

async function invite({ tab }: ConsolePage, email: string) {
  await tab.getByRole('button', { name: 'New account' }).click();
  const dialog = tab.getByRole('dialog', { name: 'New account' });
  await dialog.getByLabel(/^Name/).fill(NAME);
  await dialog.getByLabel(/^E-mail/).fill(email);
  await dialog.getByRole('combobox', { name: 'Organization' }).fill('aurora');
  await tab.getByRole('option', { name: /^Aurora Energy/ }).click();
  await dialog.getByLabel(/^Report access/).check();
  await dialog.getByRole('button', { name: 'Create' }).click();
  await tab.getByText(`An invitation is on its way to ${email}.`).waitFor();
}

/** Reads an email in the operator's outbox. Returns the fragment of its link. */
async function readMail({ tab, address }: ConsolePage, to: string, subject: string) {
  const mail = tab
    .getByRole('table', { name: 'E-mails' })
    .getByRole('row')
    .filter({ hasText: to })
    .getByRole('link', { name: subject });
  await eventually(async () => {
    await tab.goto(address('outbox'));
    await mail.waitFor({ timeout: 2_000 });
  });
  await mail.click();
  const article = tab.getByRole('article', { name: new RegExp(subject) });
  await article.getByText('Plain text', { exact: true }).click();
  const text = await article.getByRole('region', { name: 'Plain text' }).innerText();
  return /set-password(#token=[\w-]{43})/.exec(text)![1]!;
}

async function choosePassword({ tab, address }: ConsolePage, fragment: string, password: string) {
  await tab.goto(address(`set-password${fragment}`));
  await tab.getByLabel('New password').fill(password);
  await tab.waitForURL(url => !url.href.includes('token'));
  await tab.getByRole('button', { name: 'Set the password' }).click();
  await tab.getByText('The password has been set').waitFor();
  await tab.getByRole('link', { name: 'Sign in' }).click();
}

async function confirm(place: Place, fragment: string): Promise<number> {
  const body = { token: fragment.replace('#token=', ''), new: PASSWORDS[1] };
  return (await call(place, null, 'auth/password-reset/confirm', body)).status;
}

async function signOut({ tab, heading }: ConsolePage) {
  await tab.getByRole('button', { name: NAME }).click();
  await tab.getByRole('menuitem', { name: 'Sign out' }).click();
  await heading('Sign in').waitFor();
}

async function askForReset({ tab, heading }: ConsolePage, email: string) {
  await tab.getByRole('link', { name: 'Forgot your password?' }).click();
  await heading('Forgotten password').waitFor();
  await tab.getByLabel('E-mail', { exact: true }).fill(email);
  await tab.getByRole('button', { name: 'Send the link' }).click();
  await tab.getByText('Check your e-mail').waitFor();
}

async function disable({ tab, address }: ConsolePage, email: string) {
  await tab.goto(address(`accounts?q=${email}`));
  await tab.getByRole('button', { name: `Edit ${NAME}` }).click();
  await tab.getByLabel(/^Disabled/).check();
  await tab.getByRole('button', { name: 'Save' }).click();
  await tab.getByText('The account has been changed.').waitFor();
}

async function erase({ tab }: ConsolePage, email: string) {
  await tab.getByRole('button', { name: `Erase ${NAME}` }).click();
  const dialog = tab.getByRole('dialog', { name: `Erase ${NAME}?` });
  const counts = dialog.getByRole('list', { name: 'What is deleted or changed' });
  await counts.getByText('1 membership').waitFor();
  await dialog.getByLabel(`Type ${email} to confirm`).fill(email);
  await dialog.getByRole('button', { name: 'Erase for good' }).click();
  await tab.getByText('The person has been erased.').waitFor();
}
