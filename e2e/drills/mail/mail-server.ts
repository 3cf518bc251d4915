import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import getPort from 'get-port';
import { SMTPServer } from 'smtp-server';
import type { Cleanup } from '../../scratch/cleanup.js';

/** `offered`: the recipient is named; `taken`: the server has the mail, and has not said so. */
export type Step = 'offered' | 'taken';

/** An SMTP server that remembers what it took, and that a drill may kill. */
export interface MailServer {
  readonly port: number;
  /** The Message-IDs of what it took, without their domain, in its order. */
  readonly taken: readonly string[];
  /** Holds the next mail that comes to a step; resolves with the name of the client that sends it. */
  hold(step: Step): Promise<string>;
  /** Resolves once each mail that was offered is taken, or its client is gone. */
  answered(): Promise<void>;
  /** Goes on with what is held. */
  release(): void;
  /** Answers a recipient in place of the server; null takes the mail. */
  judge: (recipient: string) => { code: number; text: string } | 'hang' | null;
  /** Cuts every connection and closes the port. */
  kill(): void;
  start(): Promise<void>;
}

/** The offers that are not answered, by the session that they were made in. */
type Open = Map<string, symbol>;

interface Held {
  readonly step: Step;
  readonly reached: (client: string) => void;
  readonly released: Promise<void>;
}

export async function startMailServer(cleanup: Cleanup): Promise<MailServer> {
  const port = await getPort();
  const taken: string[] = [];
  const open: Open = new Map();
  let held: Held | null = null;
  let release: () => void = () => undefined;
  let kill: () => void = () => undefined;

  const pass = async (step: Step, client: string) => {
    if (held?.step !== step) return;
    const { reached, released } = held;
    held = null;
    reached(client);
    await released;
  };
  const server: MailServer = {
    port,
    taken,
    judge: () => null,
    hold(step) {
      return new Promise(reached => {
        held = { step, reached, released: new Promise(resolve => (release = resolve)) };
      });
    },
    async answered() {
      const offers = [...open.values()];
      const areOpen = () => [...open.values()].some(offer => offers.includes(offer));
      while (areOpen()) await wait(20);
    },
    release: () => release(),
    kill: () => kill(),
    async start() {
      const life = { isOver: false };
      const smtp = listen(server, { taken, open }, pass, life);
      const sockets = new Set<Socket>();
      smtp.server.on('connection', (socket: Socket) => {
        sockets.add(socket);
        socket.once('close', () => sockets.delete(socket));
      });
      smtp.listen(port, '127.0.0.1');
      await once(smtp.server, 'listening');
      kill = () => {
        life.isOver = true;
        smtp.server.close();
        for (const socket of sockets) socket.destroy();
      };
    },
  };
  cleanup.add(() => kill());
  await server.start();
  return server;
}

function listen(
  server: MailServer,
  { taken, open }: { readonly taken: string[]; readonly open: Open },
  pass: (step: Step, client: string) => Promise<void>,
  life: { readonly isOver: boolean },
): SMTPServer {
  const smtp = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onRcptTo({ address }, session, callback) {
      open.set(session.id, Symbol(address));
      void pass('offered', session.hostNameAppearsAs).then(() => {
        const answer = server.judge(address);
        if (answer === 'hang' || life.isOver) return;
        callback(answer && Object.assign(new Error(answer.text), { responseCode: answer.code }));
      });
    },
    onData(stream, session, callback) {
      const taking = take(stream as Readable).then(async () => {
        open.delete(session.id);
        await pass('taken', session.hostNameAppearsAs);
        if (!life.isOver) callback();
      });
      // The client died before the end.
      taking.catch(() => undefined);
    },
    onClose(session) {
      open.delete(session.id);
    },
  });
  smtp.on('error', () => undefined);
  return smtp;

  async function take(stream: Readable): Promise<void> {
    const content = await text(stream);
    if (!life.isOver) taken.push(/^Message-ID: <([^@>]+)@/im.exec(content)![1]!);
  }
}
