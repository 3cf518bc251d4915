import { randomUUID } from 'node:crypto';
import { transaction } from '@platform/db';
import type { PrincipalAccount } from '../http/principal';
import { requireEmail } from '../identity/accounts/accounts';
import type { Context } from '../main/context';
import { mailNotConfigured } from '../outbox/post-mails';
import type { ComposeMail } from './send-mails';

/** Sends a mail to an account that asked for it. @throws Problem mail-not-configured, email-missing */
export async function sendTestMail(
  { db, postMails }: Context,
  { id: accountId, ...account }: PrincipalAccount,
): Promise<void> {
  if (!postMails) throw mailNotConfigured();
  requireEmail(account);
  await transaction(db, tx =>
    postMails(tx, [
      { kind: 'test', reason: `test ${randomUUID()}`, accountId, companyId: null, data: {} },
    ]),
  );
}

export const composeTestMail: ComposeMail = (_tx, { name }) =>
  Promise.resolve({
    subject: 'Test mail of reporting',
    paragraphs: [`Hello ${name},`, 'Mail from this service reaches you.'],
    footer: 'You get this mail because you asked for a test mail.',
  });
