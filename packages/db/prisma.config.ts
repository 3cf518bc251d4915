import path from 'node:path';
import { defineConfig } from 'prisma/config';

// Prisma would download a native schema engine; any executable named here stops that, and this one runs
// the WebAssembly engine from npm instead (docs/decisions/0003-offline-schema-engine.md).
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= path.join(__dirname, 'tools', 'schema-engine.mjs');

export default defineConfig({
  schema: path.join('prisma', 'schema'),
  migrations: { path: path.join('prisma', 'migrations') },
  datasource: { url: process.env.DATABASE_URL ?? 'postgresql://postgres@127.0.0.1:5432/services' },
});
