import { EventEmitter, once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface ReceivedMail extends ParsedMail {
  readonly recipients: readonly string[];
  readonly isEncrypted: boolean;
  readonly user: string | undefined;
}

/** The server's response to a recipient; null accepts the email. */
export type SmtpReply = { readonly code: number; readonly text: string } | null;

export interface SmtpOptions extends SMTPServerOptions {
  /** Returns the response to each attempt by its recipient and number, starting at 1. */
  readonly respond?: (recipient: string, attempt: number) => SmtpReply;
}

/** A real SMTP server that stores received emails. */
export async function startSmtpServer({ respond = () => null, ...options }: SmtpOptions = {}) {
  const mails: ReceivedMail[] = [];
  const events = new EventEmitter();
  const attempts = new Map<string, number>();
  const server = new SMTPServer({
    authOptional: true,
    // Its certificate has expired, so TLS is only used on request.
    disabledCommands: options.onAuth ? [] : ['AUTH', 'STARTTLS'],
    onRcptTo({ address }, _session, callback) {
      const attempt = (attempts.get(address) ?? 0) + 1;
      attempts.set(address, attempt);
      events.emit('attempt');
      const response = respond(address, attempt);
      callback(
        response && Object.assign(new Error(response.text), { responseCode: response.code }),
      );
    },
    onData(stream, session, callback) {
      simpleParser(stream).then(mail => {
        mails.push({
          ...mail,
          recipients: session.envelope.rcptTo.map(({ address }) => address),
          isEncrypted: session.secure,
          user: session.user,
        });
        events.emit('mail');
        callback();
      }, callback);
    },
    ...options,
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    mails,
    attempts,
    /** Resolves once this many emails have arrived. */
    async received(count: number): Promise<ReceivedMail[]> {
      while (mails.length < count) await once(events, 'mail');
      return mails;
    },
    async attempted(recipient: string, count: number): Promise<void> {
      while ((attempts.get(recipient) ?? 0) < count) await once(events, 'attempt');
    },
    close: () => new Promise<void>(resolve => server.close(() => resolve())),
  };
}
