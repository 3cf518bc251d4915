import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { addAbortSignal, type Duplex, duplexPair } from 'node:stream';
import type { Express } from 'express';
import type { OwnRequest, OwnRequests, Sender } from './context';

/**
 * Requests of the service to itself, over connections within the process. Who sends one follows from its connection,
 * which nobody outside can have: it carries no credential. It has the base path, which may be what a path of the API
 * begins with.
 */
export function createOwnRequests(createApp: () => Express, basePath: string): OwnRequests {
  const senders = new WeakMap<Duplex, Sender>();
  let server: Server | undefined;
  return {
    senderOf: connection => senders.get(connection),
    async send(sender, { method, path, body }, signal) {
      signal.throwIfAborted();
      server ??= createServer(createApp());
      const [client, serverEnd] = connect(signal);
      senders.set(serverEnd, sender);
      server.emit('connection', serverEnd);
      return answerOf(client, { method, path: basePath + path, body });
    },
  };
}

/** The ends of client and server; both are closed when one of them is, or the signal is aborted. */
function connect(signal: AbortSignal): [Duplex, Duplex] {
  const [client, serverEnd] = duplexPair();
  addAbortSignal(signal, client);
  client.once('close', () => serverEnd.destroy());
  serverEnd.once('close', () => client.destroy());
  return [client, serverEnd];
}

function answerOf(
  connection: Duplex,
  { method, path, body }: OwnRequest,
): Promise<IncomingMessage> {
  const headers = body && { 'Content-Type': 'application/json' };
  return new Promise((resolve, reject) => {
    request({ method, path, headers, createConnection: () => connection }, resolve)
      .on('error', reject)
      .end(body && JSON.stringify(body));
  });
}
