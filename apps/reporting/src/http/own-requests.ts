import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { addAbortSignal, type Duplex, duplexPair } from 'node:stream';
import type { Express } from 'express';

export interface Sender {
  readonly accountId: number;
  readonly companyId: number;
  /** Completed while the report is answered. */
  readonly facts: ReportFacts;
}

export interface OwnRequest {
  readonly method: 'GET' | 'POST';
  /** With its query. */
  readonly path: string;
  readonly body?: object | undefined;
}

/** What the file of a report does not say of it. */
export interface ReportFacts {
  title: string;
  filters: readonly (readonly [label: string, value: string])[];
  rows: number;
}

export type OwnRequests = ReturnType<typeof createOwnRequests>;

/**
 * Requests of the service to itself, over connections within the process. Who sends one follows from its connection,
 * which nobody outside can have: it carries no credential. It has the base path, which may be what a path of the API
 * begins with.
 */
export function createOwnRequests(createApp: () => Express, basePath: string) {
  const senders = new WeakMap<Duplex, Sender>();
  let server: Server | undefined;
  return {
    /** Undefined for connections from outside. */
    senderOf: (connection: Duplex) => senders.get(connection),
    /** The connection ends with the answer, or when the signal is aborted. @throws its reason if it is already */
    async send(sender: Sender, { method, path, body }: OwnRequest, signal: AbortSignal) {
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
