import { randomUUID } from 'node:crypto';
import { transaction } from '@platform/db';
import type { PrincipalAccount } from '../http/principal';
import { problemOf } from '../http/problems';
import { requireEmail } from '../identity/accounts/accounts';
import type { Context } from '../main/context';
import type { PerLanguage } from './languages';
import type { Message } from './message';
import type { ComposeMail } from './send-mails';

/** Sends a test email to the caller's account. @throws Problem mail-not-configured, email-missing */
export async function sendTestMail(
  { db, enqueueMails }: Context,
  { id: accountId, ...account }: PrincipalAccount,
): Promise<void> {
  if (!enqueueMails) throw problemOf('mail-not-configured');
  requireEmail(account);
  const mail = { kind: 'test', reason: `test ${randomUUID()}`, accountId };
  await transaction(db, tx => enqueueMails(tx, [mail]));
}

const TEXTS: PerLanguage<(name: string) => Message> = {
  en: name => ({
    subject: 'Reporting: test email',
    paragraphs: [`Hello ${name},`, 'Emails from this service reach you.'],
    footer: 'You are receiving this email because you requested a test email.',
  }),
  de: name => ({
    subject: 'Reporting: Test-E-Mail',
    paragraphs: [`Guten Tag ${name},`, 'E-Mails dieses Dienstes erreichen Sie.'],
    footer: 'Sie erhalten diese E-Mail, weil Sie eine Test-E-Mail angefordert haben.',
  }),
  fr: name => ({
    subject: 'Reporting\u00a0: e-mail de test',
    paragraphs: [`Bonjour ${name},`, 'Les e-mails de ce service vous parviennent.'],
    footer: 'Vous recevez cet e-mail parce que vous avez demandé un e-mail de test.',
  }),
};

export const composeTestMail: ComposeMail = (_tx, { name, language }) =>
  Promise.resolve(TEXTS[language](name));
