import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Responds to a request, or breaks its connection. */
export type Step = (response: ServerResponse) => void;

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
}

/** Starts a server that responds according to the script; the last step is repeated. */
export async function scriptedServer(...script: Step[]) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const { method = '', url: path = '', headers } = request;
    received.push({ method, path, headers });
    request.resume();
    script[Math.min(received.length, script.length) - 1]!(response);
  });
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    close: () =>
      new Promise<void>(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export const answer =
  (status: number, body: unknown, headers: Record<string, string> = {}): Step =>
  response => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };

export const problem = (
  status: number,
  code: string,
  detail: string,
  headers?: Record<string, string>,
): Step => answer(status, { Title: code, Status: status, Detail: detail, Code: code }, headers);

export const version = (text: string, headers?: Record<string, string>): Step => {
  const [Major, Minor, Patch] = text.split('.').map(Number);
  const now = '2026-11-02T14:05:12.480Z';
  return answer(
    200,
    {
      Slug: 'app',
      Name: 'app',
      Version: text,
      Major,
      Minor,
      Patch,
      CreatedAt: now,
      UpdatedAt: now,
    },
    headers,
  );
};

/** Breaks the connection before the response. */
export const lost: Step = response => void response.socket?.destroy();

/** Breaks the connection during the response. */
export const cutOff: Step = response => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '200' });
  response.write('{"Slug":"app",', () => response.socket?.destroy());
};
