import type { Definitions } from '../src/definitions';
import type { EmbeddedServer } from '../src/embedded/embedded-server';
import { SERVER, STRATEGY, TEMPLATE } from './template';
import { startRun, type TestRun } from './test-run';
import { openTestServer } from './test-server';

declare global {
  /** Closed by the teardown in this order. */
  var testRun: { readonly run: TestRun; readonly server: EmbeddedServer | null } | undefined;
}

/** Opens a server for the run (DATABASE_URL, or else an embedded one) and creates a template with these definitions. */
export async function startTests(definitions: readonly Definitions[]): Promise<void> {
  const databaseUrl = process.env.DATABASE_URL?.trim() ?? '';
  const server = databaseUrl === '' ? await openTestServer() : null;
  const url = server?.url ?? databaseUrl;
  const run = await startRun(url, definitions);
  globalThis.testRun = { run, server };
  process.env[SERVER] = url;
  process.env[TEMPLATE] = run.template;
  // With fsync off, copying files is cheaper than logging their pages.
  if (server) process.env[STRATEGY] = 'strategy = file_copy';
  // Each test passes its own database to a service; none may use the server's default by accident.
  delete process.env.DATABASE_URL;
}
