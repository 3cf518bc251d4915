import { createTestDatabase } from '@platform/db/testing';
import { serve } from '@platform/http';
import { watchContract } from '@platform/http/testing';
import document from '../openapi.json';
import { createApp } from '../src/main/app';
import { createContext } from '../src/main/compose';
import { readConfig } from '../src/main/config';
import { createSeed, type Seed } from './seed';

/** The service key, for tests that configure one. */
export const SERVICE_KEY = 'a service key of thirty-two characters or more';

export interface TestApp {
  readonly url: string;
  readonly databaseUrl: string;
  readonly context: ReturnType<typeof createContext>;
  readonly seed: Seed;
  close(): Promise<void>;
}

export interface TestAppOptions {
  /** Defaults to the system clock. */
  readonly clock?: () => Date;
}

/**
 * Starts a service with its own database on a real HTTP port; `env` overrides its settings. Closing fails if a response
 * did not match the OpenAPI document.
 */
export async function startTestApp(
  env: Record<string, string> = {},
  { clock }: TestAppOptions = {},
): Promise<TestApp> {
  const database = env.DATABASE_URL === undefined ? await createTestDatabase() : null;
  const databaseUrl = database?.url ?? env.DATABASE_URL!;
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    ENVIRONMENT: 'test',
    SESSION_SECRET: 'a session secret that only the tests know',
    LOG_LEVEL: 'silent',
    PORT: '0',
    ...env,
  });
  const context = createContext(config, databaseUrl, { clock });
  const { app, assertContract } = watchContract(createApp(context), document, config);
  const server = await serve(app, { ...config, log: context.log });
  return {
    url: server.url,
    databaseUrl,
    context,
    seed: createSeed(context.db),
    async close() {
      await server.close();
      await context.close();
      await database?.drop();
      assertContract();
    },
  };
}
