import { rm } from 'node:fs/promises';
import { onServer, SERVER, TEMPLATE } from './template';

export default async function globalTeardown(): Promise<void> {
  await onServer(
    process.env[SERVER]!,
    `drop database if exists ${process.env[TEMPLATE]} with (force)`,
  );
  if (!globalThis.throwaway) return;
  const { server, directory } = globalThis.throwaway;
  await server.close();
  await rm(directory, { recursive: true, force: true });
}
