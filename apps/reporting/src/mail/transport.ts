import { chmod, mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import { outboxFolder } from '../main/config';
import { type Message, oneLine, toHtml, toText } from './message';

export interface Envelope {
  readonly name: string;
  readonly email: string;
  readonly messageId: string;
}

export interface MailTransport {
  /** @throws MailRefused for this mail; Error where the server cannot be used. Both say what the server said. */
  send(to: Envelope, message: Message): Promise<void>;
  close(): void;
}

export class MailRefused extends Error {
  constructor(
    message: string,
    /** A permanent refusal is not retried. */
    readonly isPermanent: boolean,
  ) {
    super(message);
  }
}

export interface TransportOptions {
  /** `smtp:`, `smtps:`, or `file:` of a folder that takes the mails as `.eml` files. */
  readonly url: string;
  /** An address, or a name and an address in angle brackets. */
  readonly from: string;
  readonly connections: number;
}

/** Milliseconds. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

export function createMailTransport({ url, from, connections }: TransportOptions): MailTransport {
  const folder = outboxFolder(url);
  return folder === null ? sendBySmtp(url, from, connections) : writeFiles(folder, from);
}

function sendBySmtp(url: string, from: string, maxConnections: number): MailTransport {
  // Relays refuse the address literal that is sent where the host has no domain.
  const name = domainOf(from);
  const transport = createTransport({ url, name, pool: true, maxConnections, ...TIMEOUTS });
  return {
    async send(to, message) {
      try {
        await transport.sendMail(toMail(from, to, message));
      } catch (error) {
        const words = wordsOf(error, url);
        throw refusal(error, words) ?? new Error(words, { cause: error });
      }
    },
    close: () => transport.close(),
  };
}

function writeFiles(folder: string, from: string): MailTransport {
  const transport = createTransport({ streamTransport: true, buffer: true });
  return {
    async send(to, message) {
      const { message: bytes } = await transport.sendMail(toMail(from, to, message));
      await makePrivate(folder);
      const file = path.join(folder, `${to.messageId}.eml`);
      // A reader of the folder sees whole mails alone.
      await writeFile(`${file}.part`, bytes as Buffer, { mode: 0o600 });
      await rename(`${file}.part`, file);
    },
    close: () => transport.close(),
  };
}

/** Mails hold links that set passwords: the folder is its owner's alone, also one that exists already. */
async function makePrivate(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
}

function toMail(from: string, { name, email, messageId }: Envelope, message: Message) {
  const { unsubscribeUrl, attachments = [] } = message;
  const subject = oneLine(message.subject);
  return {
    from,
    to: { name: oneLine(name), address: email },
    subject,
    messageId: `<${messageId}@${domainOf(from)}>`,
    text: toText(message),
    html: toHtml({ ...message, subject }),
    attachments: [...attachments],
    headers: {
      // Suppresses out-of-office replies.
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl !== undefined && {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    // nodemailer must not read files or URLs named in the content.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function domainOf(from: string): string {
  return /@([^\s>]+)>?$/.exec(from)?.[1] ?? 'localhost';
}

/** To MAIL FROM: the mail is too large. Any other answer is about the sender, which all mails share. */
const TOO_LARGE = 552;

/** Null where the error concerns the server, not the mail. */
function refusal(error: unknown, words: string): MailRefused | null {
  const { code, command, responseCode } = error as {
    code?: string;
    command?: string;
    responseCode?: number;
  };
  const isOfMail = code === 'EMESSAGE' || code === 'EENVELOPE';
  const isOfSender = code === 'EENVELOPE' && command === 'MAIL FROM' && responseCode !== TOO_LARGE;
  if (!isOfMail || isOfSender) return null;
  return new MailRefused(words, responseCode === undefined || responseCode >= 500);
}

const MAX_WORDS = 400;

/** On one line, without the password, which a server may repeat. */
function wordsOf(error: unknown, url: string): string {
  const password = decodeURIComponent(new URL(url).password);
  const words = (error as Error).message.replace(/[\p{C}\p{Z}]+/gu, ' ').trim();
  const shown = password === '' ? words : words.replaceAll(password, '***');
  return shown.slice(0, MAX_WORDS);
}
