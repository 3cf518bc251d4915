import type { Definitions } from './definitions';
import { migrate } from './migrate';

/** Returns the server set by DATABASE_URL, or else starts and migrates the embedded one in DATA_DIR. @throws Error */
export async function openDatabaseServer(
  { databaseUrl, dataDir }: { readonly databaseUrl: string | null; readonly dataDir: string },
  definitions: Definitions | null = null,
) {
  if (databaseUrl !== null)
    return { url: databaseUrl, directory: null, close: () => Promise.resolve() };
  // Loaded on demand: images include neither the binaries nor the libraries that run them.
  const embedded = await import('@platform/db/embedded').catch(() => {
    throw new Error('No embedded PostgreSQL is installed: set DATABASE_URL.');
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
