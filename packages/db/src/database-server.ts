import type { Definitions } from './definitions';
import { migrate } from './migrate';

interface DatabaseServer {
  readonly url: string;
  /** Null for the server of DATABASE_URL. */
  readonly directory: string | null;
  close(): Promise<void>;
}

/** The server of DATABASE_URL, else the embedded one in DATA_DIR, started and migrated. @throws Error */
export async function openDatabaseServer(
  { databaseUrl, dataDir }: { readonly databaseUrl: string | null; readonly dataDir: string },
  definitions: Definitions | null = null,
): Promise<DatabaseServer> {
  if (databaseUrl !== null)
    return { url: databaseUrl, directory: null, close: () => Promise.resolve() };
  // Loaded only here: an image carries neither the binaries nor the libraries that run them.
  const embedded = await import('@platform/db/embedded').catch(() => {
    throw new Error('There is no embedded PostgreSQL here: set DATABASE_URL.');
  });
  const server = await embedded.openEmbeddedServer(dataDir);
  try {
    await migrate(server.url, definitions);
  } catch (error) {
    await server.close();
    throw error;
  }
  return server;
}
