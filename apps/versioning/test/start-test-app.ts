import { randomUUID } from 'node:crypto';
import { createTestDatabase } from '@platform/db/testing';
import { serve } from '@platform/http';
import { sendRequest, watchContract } from '@platform/http/testing';
import document from '../openapi.json';
import { COMMAND_LINE, issueKey as issue, type NewKey } from '../src/api-keys/keys';
import { createApp } from '../src/main/app';
import { createContext } from '../src/main/compose';
import { readConfig } from '../src/main/config';

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; undefined without one. */
  readonly body: any;
}

export interface Call {
  readonly key?: string | null;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

export interface TestApp {
  readonly url: string;
  readonly databaseUrl: string;
  readonly context: ReturnType<typeof createContext>;
  /** The default key of calls, with every scope but keys. */
  readonly key: string;
  issueKey(key?: Partial<NewKey>): Promise<string>;
  call(method: string, path: string, call?: Call): Promise<Reply>;
  close(): Promise<void>;
}

/**
 * Starts a service with its own database over real HTTP; `env` overrides its settings. Closing it fails if a response
 * did not match its OpenAPI document.
 */
export async function startTestApp(env: Record<string, string> = {}): Promise<TestApp> {
  const database = env.DATABASE_URL === undefined ? await createTestDatabase() : null;
  const databaseUrl = database?.url ?? env.DATABASE_URL!;
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    ENVIRONMENT: 'test',
    LOG_LEVEL: 'silent',
    PORT: '0',
    RATE_LIMIT_DEFAULT: 'off',
    RATE_LIMIT_FAILED_AUTH: 'off',
    ...env,
  });
  const context = createContext(config, databaseUrl);
  const { app, assertContract } = watchContract(createApp(context), document, config);
  const server = await serve(app, { ...config, log: context.log });

  let issued = 0;
  const issueKey = async (key: Partial<NewKey> = {}) => {
    // Names are unique even if several apps share a database.
    const isFirst = issued++ === 0 && env.DATABASE_URL === undefined;
    const { secret } = await issue(context, COMMAND_LINE, {
      name: isFirst ? 'ci' : `ci ${randomUUID()}`,
      scopes: ['read', 'write', 'delete'],
      slugPatterns: null,
      allows: null,
      expiresAt: null,
      ...key,
    });
    return secret;
  };
  const key = await issueKey();

  return {
    url: server.url,
    databaseUrl,
    context,
    key,
    issueKey,
    call: (method, path, call = {}) => send(server.url + path, method, { key, ...call }),
    async close() {
      await server.close();
      await context.close();
      await database?.drop();
      assertContract();
    },
  };
}

/** Sends a request over HTTP; sends an object as JSON and a string unchanged. */
export async function send(
  url: string,
  method: string,
  { key, body, headers = {} }: Call,
): Promise<Reply> {
  const lines = Object.entries(headers);
  if (key) lines.push(['Authorization', `Bearer ${key}`]);
  const reply = await sendRequest(url, { method, headers: lines, body });
  const pairs = Object.entries(reply.headers).map(
    ([name, value]) => [name, String(value)] as [string, string],
  );
  return { ...reply, headers: new Headers(pairs), body: reply.body ?? undefined };
}
