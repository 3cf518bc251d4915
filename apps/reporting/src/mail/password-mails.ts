import { describePasswordOwner, issuePasswordLink } from '../identity/sign-in/password-links';
import { type Message, oneLine } from './message';
import { PASSWORD_MAIL_TEXTS } from './password-mail-texts';
import type { ComposeMail, DueMail } from './send-mails';

export interface PasswordMailOptions {
  /** The service's base URL without a trailing slash. */
  readonly address: string;
  /** The sign-on provider, or null. */
  readonly issuer: string | null;
}

/**
 * Creates tokens when an email is sent, so that they exist only in the email. The text does not contain personal names,
 * which could be abused to send a message.
 */
export function composePasswordMails({
  address,
  issuer,
}: PasswordMailOptions): Readonly<Record<string, ComposeMail>> {
  return {
    invitation: async (tx, mail) => {
      const owner = await describePasswordOwner(tx, mail.accountId, issuer);
      if (!owner || owner.hasPassword) return null;
      const link = await issuePasswordLink(tx, mail.accountId, address);
      // The owner may have set a password in the meantime.
      return link?.isForWeek ? invitation(mail, link.url, issuer === null ? null : address) : null;
    },
    'password-reset': async (tx, mail) => {
      const owner = await describePasswordOwner(tx, mail.accountId, issuer);
      if (!owner) return null;
      if (owner.usesOnlySignOn) return signOnOnly(mail, address);
      const link = await issuePasswordLink(tx, mail.accountId, address);
      return link && reset(mail, link.url, link.isForWeek);
    },
  };
}

function invitation(
  { companyName, language }: DueMail,
  url: string,
  signOn: string | null,
): Message {
  const texts = PASSWORD_MAIL_TEXTS[language];
  const name = companyName === null ? 'Reporting' : oneLine(companyName);
  return {
    subject: texts.invitation(name),
    paragraphs: [
      texts.created(name),
      ...(signOn === null ? [] : [texts.alsoSignOn(`${signOn}/console/`)]),
      texts.once(true),
    ],
    link: { label: texts.choose, url },
    footer: texts.invited,
  };
}

function reset({ language }: DueMail, url: string, isForWeek: boolean): Message {
  const texts = PASSWORD_MAIL_TEXTS[language];
  return {
    subject: texts.reset,
    paragraphs: [`${texts.once(isForWeek)} ${texts.endsSessions}`, texts.ignore],
    link: { label: texts.chooseNew, url },
    footer: texts.requested,
  };
}

function signOnOnly({ language }: DueMail, address: string): Message {
  const texts = PASSWORD_MAIL_TEXTS[language];
  return {
    subject: texts.signOnOnly,
    paragraphs: [texts.noPassword],
    link: { label: texts.signIn, url: `${address}/console/` },
    footer: texts.requested,
  };
}
