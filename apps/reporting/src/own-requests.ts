import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { type Duplex, duplexPair } from 'node:stream';
import type { Express } from 'express';
import type { OwnRequest, OwnRequests, Sender } from './context';

/**
 * The service asks itself over connections within the process. Who sends a request follows from its connection, which
 * nobody outside can have: it carries no credential. It has the base path, which may be what a path of the API begins with.
 */
export function createOwnRequests(createApp: () => Express, basePath: string): OwnRequests {
  const senders = new WeakMap<Duplex, Sender>();
  let server: Server | undefined;
  return {
    senderOf: connection => senders.get(connection),
    send(sender, asked, signal) {
      server ??= createServer(createApp());
      const [ours, its] = connect(signal);
      senders.set(its, sender);
      server.emit('connection', its);
      return answerOf(ours, { ...asked, path: basePath + asked.path });
    },
  };
}

/** Two ends; both are closed when one of them is, or the signal is aborted. */
function connect(signal: AbortSignal): [Duplex, Duplex] {
  const [ours, its] = duplexPair();
  const leave = () => ours.destroy();
  signal.addEventListener('abort', leave, { once: true });
  ours.once('close', () => {
    signal.removeEventListener('abort', leave);
    its.destroy();
  });
  its.once('close', leave);
  return [ours, its];
}

function answerOf(
  connection: Duplex,
  { method, path, body }: OwnRequest,
): Promise<IncomingMessage> {
  const headers = body && { 'Content-Type': 'application/json' };
  return new Promise((resolve, reject) => {
    request({ method, path, headers, createConnection: () => connection }, resolve)
      .once('error', reject)
      .end(body && JSON.stringify(body));
  });
}
