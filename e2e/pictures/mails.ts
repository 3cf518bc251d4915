import assert from 'node:assert/strict';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { eventually } from '../scratch/eventually.js';
import type { Reader } from '../scratch/services.js';

/** Part of the subject of each email to take a picture of. */
const SUBJECTS = {
  invitation: 'choose a password for your account',
  'password-reset': 'choose a new password',
  report: 'Expires within 90 days',
  'reminder-member': /^[^:]+: (?!in your departments).*expire/,
  'reminder-department': 'in your departments',
} as const;

/** Requests a scheduled report and a link to set a password. */
export async function sendMails(url: string, { email, secret }: Reader): Promise<void> {
  const call = async (address: string, body?: object) => {
    const response = await fetch(url + address, {
      headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    const text = await response.text();
    assert(response.ok, `${address}: ${text}`);
    return text;
  };
  const options = JSON.parse(await call('/reporting/schedules/options')) as {
    recipients: { memberId: string }[];
  };
  const added = await call('/reporting/schedules', {
    ...{ name: 'Expires within 90 days', report: 'expirations', parameters: { days: 90 } },
    ...{ format: 'xlsx', recipients: [options.recipients[0]!.memberId] },
    recurrence: { every: 'week', on: 1, at: '07:00', timeZone: 'Europe/Oslo' },
  });
  const { id } = JSON.parse(added) as { id: string };
  await call(`/reporting/schedules/${id}/run`, {});
  await call('/auth/password-reset', { email });
}

/** As the signed-in operator, invites an account and schedules reminders. Resolves when the reminders are due. */
export async function sendOperatorsMails(tab: Page, company: string): Promise<void> {
  const call = (method: string, address: string, data: object) =>
    tab.request.fetch(new URL(address, tab.url()).href, {
      method,
      data,
      headers: { 'X-Company': company, Origin: new URL(tab.url()).origin },
    });
  const account = { email: 'new.colleague@example.com', name: 'Nora New' };
  assert.equal((await call('POST', '/security/accounts', account)).status(), 201);
  const minute = new Date(Math.ceil(Date.now() / 60_000) * 60_000);
  const settings = {
    ...{ isEnabled: true, daysBefore: [60, 30, 7], afterExpiry: 7, requiredOnly: false },
    ...{ toMember: true, toDepartments: ['Department', 'Organization', 'Administration'] },
    ...{ at: minute.toISOString().slice(11, 16), timeZone: 'UTC', weekdays: [1, 2, 3, 4, 5, 6, 7] },
  };
  const answer = await call('PUT', '/notification/reminders', settings);
  assert(answer.ok(), await answer.text());
  await wait(Math.max(0, minute.getTime() - Date.now()));
}

/** Waits for the emails. Returns the name and the path of each. */
export async function findMails(tab: Page): Promise<readonly (readonly [string, string])[]> {
  return eventually(async () => {
    const answer = await tab.request.get(new URL('/notification/outbox', tab.url()).href);
    const { items } = (await answer.json()) as { items: { id: string; subject: string }[] };
    return Object.entries(SUBJECTS).map(([name, subject]) => {
      const mail = items.find(item => item.subject.match(subject));
      assert(mail, `No mail “${subject}” among ${items.map(item => item.subject).join('; ')}.`);
      return [`mail-${name}`, `/notification/outbox/${mail.id}/html`] as const;
    });
  });
}

/** Takes a picture of the whole email as clients display it. */
export async function takeMail(tab: Page, address: string, file: string): Promise<void> {
  await tab.goto(new URL(address, tab.url()).href);
  await tab.screenshot({ path: path.resolve(file), fullPage: true });
}
