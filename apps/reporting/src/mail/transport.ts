import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import type { Language } from '../http/principal';
import { outboxFolder } from '../main/config';
import { type Message, oneLine, toHtml, toText } from './message';
import { makePrivateFolder } from './outbox/private-folder';

export interface Envelope {
  readonly name: string;
  readonly email: string;
  readonly language: Language;
  readonly messageId: string;
}

export interface MailTransport {
  /** @throws MailRefused if this email is rejected; Error if the server cannot be used. Both contain its response. */
  send(to: Envelope, message: Message): Promise<void>;
  /** Emails that the server has not accepted yet fail. */
  close(): void;
}

export class MailRefused extends Error {
  constructor(
    message: string,
    /** Permanent rejections are not retried. */
    readonly isPermanent: boolean,
  ) {
    super(message);
  }
}

export interface TransportOptions {
  /** `smtp:`, `smtps:`, or `file:` with a folder for `.eml` files. */
  readonly url: string;
  /** An address, or a name and an address in angle brackets. */
  readonly from: string;
  readonly connections: number;
}

/** In milliseconds. Content filters may take minutes to accept an email, which a timeout would send again. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 300_000 };

const LOOPBACK = /^(localhost|127\.[\d.]+|\[::1\])$/;

export function createMailTransport({ url, from, connections }: TransportOptions): MailTransport {
  const folder = outboxFolder(url);
  return folder === null ? sendBySmtp(url, from, connections) : writeFiles(folder, from);
}

function sendBySmtp(url: string, from: string, maxConnections: number): MailTransport {
  // Relays reject the address literal that is sent if the host has no domain.
  const name = domainOf(from);
  const { hostname, password } = new URL(url);
  // A query in the URL overrides it.
  const requireTLS = password !== '' && !LOOPBACK.test(hostname);
  const pool = { pool: true, maxConnections } as const;
  const transport = createTransport({ url, name, requireTLS, ...pool, ...TIMEOUTS });
  return {
    async send(to, message) {
      try {
        await transport.sendMail(toMail(from, to, message));
      } catch (error) {
        const text = responseText(error, transport.options.auth);
        // Without the cause, whose text the log would contain.
        throw rejection(error, text) ?? new Error(text);
      }
    },
    close: () => transport.close({ force: true }),
  };
}

function writeFiles(folder: string, from: string): MailTransport {
  const transport = createTransport({ streamTransport: true, buffer: true });
  return {
    async send(to, message) {
      const { message: bytes } = await transport.sendMail(toMail(from, to, message));
      await makePrivateFolder(folder);
      const file = path.join(folder, `${to.messageId}.eml`);
      // Readers of the folder only see complete emails.
      await writeFile(`${file}.part`, bytes as Buffer, { mode: 0o600 });
      await rename(`${file}.part`, file);
    },
    close: () => transport.close(),
  };
}

function toMail(from: string, { name, email, language, messageId }: Envelope, message: Message) {
  const { unsubscribeUrl, attachments = [] } = message;
  const subject = oneLine(message.subject);
  return {
    from: parseSender(from),
    to: { name: oneLine(name), address: email },
    subject,
    messageId: `<${messageId}@${domainOf(from)}>`,
    text: toText(message, language),
    html: toHtml({ ...message, subject }, language),
    attachments: [...attachments],
    headers: {
      // Prevents out-of-office replies.
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl !== undefined && {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    // nodemailer must not load files or URLs that the content refers to.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Otherwise, nodemailer would read a colon, semicolon or parentheses in the name as the syntax of an address list. */
function parseSender(from: string): { name: string; address: string } {
  const [, quoted, plain = '', address = from] = /^(?:"([^"]*)"|(.*)) <(.+)>$/.exec(from) ?? [];
  return { name: quoted ?? plain, address };
}

function domainOf(from: string): string {
  return /@([^\s>]+)>?$/.exec(from)?.[1] ?? 'localhost';
}

/** In response to MAIL FROM, the message is too large. Any other response concerns the sender, which all emails share. */
const TOO_LARGE = 552;

/** Returns null if the error concerns the server rather than the email. */
function rejection(error: unknown, text: string): MailRefused | null {
  const { code, command, responseCode } = error as {
    code?: string;
    command?: string;
    responseCode?: number;
  };
  const concernsMail = code === 'EMESSAGE' || code === 'EENVELOPE';
  const concernsSender =
    code === 'EENVELOPE' && command === 'MAIL FROM' && responseCode !== TOO_LARGE;
  if (!concernsMail || concernsSender) return null;
  return new MailRefused(text, responseCode === undefined || responseCode >= 500);
}

const MAX_TEXT_LENGTH = 400;

/** Returns the server's response on one line, without the password, which the server may repeat as text or base64. */
function responseText(
  error: unknown,
  { user = '', pass = '' }: { user?: string; pass?: string } = {},
): string {
  const sent = [`\0${user}\0${pass}`, pass].map(text => Buffer.from(text).toString('base64'));
  const text = (error as Error).message.replace(/[\p{C}\p{Z}]+/gu, ' ').trim();
  const masked = pass === '' ? [] : [...sent, pass];
  return masked
    .reduce((shown, each) => shown.replaceAll(each, '***'), text)
    .slice(0, MAX_TEXT_LENGTH);
}
