import { describePasswordOwner, issuePasswordLink } from '../identity/sign-in/password-links';
import { type Message, oneLine } from './message';
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
      // The account may have got a password in the meantime.
      return link?.isForWeek ? invitation(mail, link.url, issuer === null ? null : address) : null;
    },
    'password-reset': async (tx, mail) => {
      const owner = await describePasswordOwner(tx, mail.accountId, issuer);
      if (!owner) return null;
      if (owner.isSignedOnAlone) return signOnOnly(address);
      const link = await issuePasswordLink(tx, mail.accountId, address);
      return link && reset(link.url, link.isForWeek ? 'seven days' : 'an hour');
    },
  };
}

const REQUESTED =
  'You are receiving this email because a password reset was requested for the account with this address.';

function invitation({ companyName }: DueMail, url: string, signOn: string | null): Message {
  const name = companyName === null ? 'Reporting' : oneLine(companyName);
  return {
    subject: `${name}: choose a password for your account`,
    paragraphs: [
      `${name} has created an account for you. Choose a password, then sign in with this e-mail address.`,
      ...(signOn === null ? [] : [`You can also use single sign-on: ${signOn}/console/`]),
      'The link can be used once and expires in seven days.',
    ],
    link: { label: 'Choose a password', url },
    footer:
      'You are receiving this email because an operator created an account with this address.',
  };
}

function reset(url: string, validity: string): Message {
  return {
    subject: 'Reporting: choose a new password',
    paragraphs: [
      `The link can be used once and expires in ${validity}. A new password ends all sessions of the account.`,
      'If you did not request this, you can ignore this email: your password remains unchanged.',
    ],
    link: { label: 'Choose a new password', url },
    footer: REQUESTED,
  };
}

function signOnOnly(address: string): Message {
  return {
    subject: 'Reporting: sign in with single sign-on',
    paragraphs: ['Your account has no password. Sign in with single sign-on.'],
    link: { label: 'Sign in', url: `${address}/console/` },
    footer: REQUESTED,
  };
}
