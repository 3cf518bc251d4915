import { describePasswordOwner, issuePasswordLink } from '../identity/sign-in/password-links';
import { type Message, oneLine } from './message';
import type { ComposeMail, DueMail } from './send-mails';

export interface PasswordMailOptions {
  /** Of the service, without a slash at its end. */
  readonly address: string;
  /** The sign-on provider; null for none. */
  readonly issuer: string | null;
}

/**
 * The token is made when a mail is sent, and is in the mail alone. A name of a person is not in the text, so that
 * nobody has a sentence of their own sent by it.
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
      // It may have got a password meanwhile.
      return link?.isForWeek ? invitation(mail, link.url, issuer === null ? null : address) : null;
    },
    'password-reset': async (tx, mail) => {
      const owner = await describePasswordOwner(tx, mail.accountId, issuer);
      if (!owner) return null;
      if (owner.isSignedOnAlone) return signOnAlone(address);
      const link = await issuePasswordLink(tx, mail.accountId, address);
      return link && reset(link.url, link.isForWeek ? 'seven days' : 'an hour');
    },
  };
}

const ASKED =
  'You get this mail because a new password was asked for, for the account of this address.';

function invitation({ companyName }: DueMail, url: string, signOn: string | null): Message {
  const name = companyName === null ? 'Reporting' : oneLine(companyName);
  return {
    subject: `${name}: choose a password for your account`,
    paragraphs: [
      `${name} has an account for you. Choose a password, then sign in with this e-mail address.`,
      ...(signOn === null ? [] : [`You can also use single sign-on: ${signOn}/console/`]),
      'The link can be used once, within seven days.',
    ],
    link: { label: 'Choose a password', url },
    footer: 'You get this mail because an operator created an account for this address.',
  };
}

function reset(url: string, time: string): Message {
  return {
    subject: 'Reporting: choose a new password',
    paragraphs: [
      `The link can be used once, within ${time}. A new password ends every session of the account.`,
      'If you did not ask for it, you need not do anything: your password stays as it is.',
    ],
    link: { label: 'Choose a new password', url },
    footer: ASKED,
  };
}

function signOnAlone(address: string): Message {
  return {
    subject: 'Reporting: sign in by single sign-on',
    paragraphs: ['Your account has no password here. Sign in by single sign-on.'],
    link: { label: 'Sign in', url: `${address}/console/` },
    footer: ASKED,
  };
}
