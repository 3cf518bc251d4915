#!/usr/bin/env -S node --stack-size=7000
// Serves Prisma's WebAssembly schema engine from npm over the native engine's stdio JSON-RPC protocol, as far as comparing
// schemas needs it. Prisma starts it through PRISMA_SCHEMA_ENGINE_BINARY.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import * as engineModule from '@prisma/schema-engine-wasm/schema_engine_bg';
import { parse } from 'pg-connection-string';
import { mapCharacterColumns } from './character-columns.mjs';

const require = createRequire(import.meta.url);
const args = process.argv.slice(2);
const argument = name => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);

// The check that the database can be reached, which the comparison makes as well.
if (args.includes('cli')) process.exit(0);
serve(await startEngine());

async function startEngine() {
  globalThis.PRISMA_WASM_PANIC_REGISTRY = {
    message: '',
    set_message(message) {
      this.message = message;
    },
  };
  const folder = path.dirname(require.resolve('@prisma/schema-engine-wasm'));
  const binary = fs.readFileSync(path.join(folder, 'schema_engine_bg.wasm'));
  const instance = new WebAssembly.Instance(new WebAssembly.Module(binary), {
    './schema_engine_bg.js': engineModule,
  });
  engineModule.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();

  const files = argument('--datamodels')?.split(',');
  const datamodels = files?.map(file => [file, fs.readFileSync(file, 'utf8')]);
  const { url } = JSON.parse(argument('--datasource'));
  const { schema: _, ...config } = parse(url);
  const factory = new PrismaPg({ ...config, port: config.port ? Number(config.port) : undefined });
  const withCharacters = mapCharacterColumns();
  return engineModule.SchemaEngine.new(
    { datamodels },
    () => undefined,
    bindMigrationAwareSqlAdapterFactory({
      provider: factory.provider,
      adapterName: factory.adapterName,
      connect: async () => withCharacters(await factory.connect()),
      connectToShadowDb() {
        throw new Error('There is no shadow database: compare with `prisma migrate diff`.');
      },
    }),
  );
}

/** Reads one request per line and responds in order. */
function serve(engine) {
  const send = message =>
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

  async function respond({ id, method, params }) {
    try {
      if (!engine[method]) throw new Error(`schema-engine-wasm has no method ${method}`);
      const result = (await engine[method](params)) ?? null;
      if (method === 'diff' && result?.stdout != null) {
        send({ id: id + 100_000, method: 'print', params: { content: result.stdout } });
      }
      send({ id, result });
    } catch ({ message, meta = null, code = null }) {
      const data = { is_panic: false, message, meta, error_code: code };
      send({ id, error: { code: 4466, message, data } });
    }
  }

  let last = Promise.resolve();
  createInterface({ input: process.stdin })
    .on('line', line => {
      const request = line.trim() ? JSON.parse(line) : {};
      if (request.method) last = last.then(() => respond(request));
    })
    .on('close', () => last.then(() => process.exit(0)));
}
