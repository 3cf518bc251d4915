import { request } from 'node:http';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** The JSON, of whatever shape a test expects; null where there is none. */
  // biome-ignore lint/suspicious/noExplicitAny: what a test reads, it expects
  readonly body: any;
}

export interface Question {
  readonly method?: string;
  /** Names and values in turn, as they are sent: names may stand twice. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly body?: unknown;
}

/** Asks over plain HTTP: what fetch would mend or refuse to send is sent as it is. */
export function ask(url: string, question: Question = {}): Promise<Answer> {
  const { method = 'GET', headers = [], body } = question;
  const content = body === undefined ? undefined : JSON.stringify(body);
  const { hostname, port, pathname, search } = new URL(url);
  const lines = [
    ['Host', `${hostname}:${port}`],
    ...(content === undefined
      ? []
      : [
          ...(headers.some(([name]) => name === 'Content-Type')
            ? []
            : [['Content-Type', 'application/json']]),
          ['Content-Length', String(Buffer.byteLength(content))],
        ]),
    ...headers,
  ];
  return new Promise((resolve, reject) => {
    const sent = request(
      { hostname, port, path: pathname + search, method, headers: lines.flat() },
      response => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (piece: string) => (text += piece));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text,
            body: (response.headers['content-type'] ?? '').includes('json')
              ? JSON.parse(text)
              : null,
          }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(content);
  });
}
