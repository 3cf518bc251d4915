import { randomUUID } from 'node:crypto';
import { transaction } from '@platform/db';
import type { PrincipalAccount } from '../http/principal';
import { problemOf } from '../http/problems';
import { requireEmail } from '../identity/accounts/accounts';
import type { Context } from '../main/context';
import type { ComposeMail } from './send-mails';

/** Sends a test email to the caller's account. @throws Problem mail-not-configured, email-missing */
export async function sendTestMail(
  { db, postMails }: Context,
  { id: accountId, ...account }: PrincipalAccount,
): Promise<void> {
  if (!postMails) throw problemOf('mail-not-configured');
  requireEmail(account);
  await transaction(db, tx =>
    postMails(tx, [
      { kind: 'test', reason: `test ${randomUUID()}`, accountId, companyId: null, data: {} },
    ]),
  );
}

export const composeTestMail: ComposeMail = (_tx, { name }) =>
  Promise.resolve({
    subject: 'Reporting: test email',
    paragraphs: [`Hello ${name},`, 'Emails from this service reach you.'],
    footer: 'You are receiving this email because you requested a test email.',
  });
