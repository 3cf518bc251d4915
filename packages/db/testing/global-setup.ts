import type { Definitions } from '../src/definitions';
import type { EmbeddedServer } from '../src/embedded/embedded-server';
import { SERVER, STRATEGY, TEMPLATE } from './template';
import { startRun, type TestRun } from './test-run';
import { openTestServer } from './test-server';

declare global {
  /** What the teardown closes, in this order. */
  var testRun: { readonly run: TestRun; readonly server: EmbeddedServer | null } | undefined;
}

/** Once a run: a server (DATABASE_URL, else an embedded one), and on it a template with these definitions. */
export async function startTests(definitions: readonly Definitions[]): Promise<void> {
  // An empty variable is an absent one.
  const given = process.env.DATABASE_URL?.trim() ?? '';
  const server = given === '' ? await openTestServer() : null;
  const url = server?.url ?? given;
  const run = await startRun(url, definitions);
  globalThis.testRun = { run, server };
  process.env[SERVER] = url;
  process.env[TEMPLATE] = run.template;
  // Without a flush to disk, copying files is cheaper than logging their pages.
  if (server) process.env[STRATEGY] = 'strategy = file_copy';
  // Tests say which database a service uses; none may reach the server's own by accident.
  delete process.env.DATABASE_URL;
}
