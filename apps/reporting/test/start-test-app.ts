import { createTestDatabase } from '@platform/db/testing';
import { serve } from '@platform/http';
import { createApp } from '../src/app';
import { readConfig } from '../src/config';
import { type Context, createContext } from '../src/context';

export interface TestApp {
  readonly url: string;
  readonly databaseUrl: string;
  readonly context: Context;
  close(): Promise<void>;
}

/** A service on a database of its own, over real HTTP; `env` overrides its settings. */
export async function startTestApp(env: Record<string, string> = {}): Promise<TestApp> {
  const database = await createTestDatabase();
  const config = readConfig({
    DATABASE_URL: database.url,
    ENVIRONMENT: 'test',
    LOG_LEVEL: 'silent',
    PORT: '0',
    ...env,
  });
  const context = createContext(config, config.databaseUrl ?? database.url);
  const server = await serve(createApp(context), { ...config, log: context.log });
  return {
    url: server.url,
    databaseUrl: database.url,
    context,
    async close() {
      await server.close();
      await context.close();
      await database.drop();
    },
  };
}
