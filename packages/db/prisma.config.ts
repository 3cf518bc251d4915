import path from 'node:path';
import { defineConfig } from 'prisma/config';

// Keeps Prisma from downloading a native schema engine: this one runs the WebAssembly engine from npm
// (docs/decisions/0003-offline-schema-engine.md).
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= path.join(__dirname, 'tools', 'schema-engine.mjs');

export default defineConfig({
  schema: path.join('prisma', 'schema'),
  migrations: { path: path.join('prisma', 'migrations') },
  datasource: { url: process.env.DATABASE_URL ?? 'postgresql://postgres@127.0.0.1:5432/services' },
});
