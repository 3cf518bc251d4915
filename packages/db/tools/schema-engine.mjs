#!/usr/bin/env -S node --stack-size=7000
// Serves Prisma's WebAssembly schema engine from npm over the native engine's stdio JSON-RPC protocol.
// Prisma starts it through PRISMA_SCHEMA_ENGINE_BINARY.
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import * as engineModule from '@prisma/schema-engine-wasm/schema_engine_bg';
import { parse } from 'pg-connection-string';
import { mapCharacterColumns } from './character-columns.mjs';
import { runDatabaseCommand } from './database-command.mjs';
import { query } from './query.mjs';
import { sendWholeScripts } from './whole-scripts.mjs';

const require = createRequire(import.meta.url);
const args = process.argv.slice(2);
const argument = name => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
const url = argument('--datasource') ? JSON.parse(argument('--datasource')).url : undefined;

if (args.includes('cli')) await runDatabaseCommand(args[args.indexOf('cli') + 1], url);
else serve(await startEngine());

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
  const log = message => process.env.SCHEMA_ENGINE_DEBUG && process.stderr.write(`${message}\n`);
  return engineModule.SchemaEngine.new(
    { datamodels },
    log,
    bindMigrationAwareSqlAdapterFactory(adapterFactory()),
  );
}

/**
 * `connectionString` would override the `database` of the shadow connection, making the shadow database
 * the real one.
 */
function connection(connectionString) {
  const { schema: _, ...config } = parse(connectionString);
  return { ...config, port: config.port ? Number(config.port) : undefined };
}

function adapterFactory() {
  if (!url) {
    return {
      provider: 'postgres',
      adapterName: 'none',
      connect() {
        throw new Error('no datasource url');
      },
    };
  }
  const factory = new PrismaPg(connection(url));
  const withCharacters = mapCharacterColumns();
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    connect: async () => withCharacters(sendWholeScripts(await factory.connect())),
    async connectToShadowDb() {
      const database = `prisma_migrate_shadow_db_${randomUUID()}`;
      await query(url, `create database "${database}"`);
      const shadow = await new PrismaPg({ ...connection(url), database }).connect();
      const dispose = shadow.dispose.bind(shadow);
      shadow.dispose = async () => {
        await dispose();
        await query(url, `drop database if exists "${database}" with (force)`);
      };
      return withCharacters(sendWholeScripts(shadow));
    },
  };
}

/** Reads one request per line and responds in order. */
function serve(engine) {
  const renamed = { getDatabaseVersion: 'version', listMigrationDirectories: null };
  const send = message =>
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

  async function respond({ id, method, params }) {
    try {
      const name = method in renamed ? renamed[method] : method;
      if (!engine[name]) throw new Error(`schema-engine-wasm has no method ${method}`);
      if (method === 'evaluateDataLoss') {
        // The engine cannot create a shadow database here; it reuses the schema from the latest
        // diagnosis, which may have run before any migration was applied.
        const { migrationsList, filters } = params;
        await engine.devDiagnostic({ migrationsList, filters });
      }
      const result = (await engine[name](params)) ?? null;
      if (method === 'diff' && result?.stdout != null) {
        send({ id: id + 100_000, method: 'print', params: { content: result.stdout } });
      }
      send({ id, result });
    } catch (error) {
      const { message } = error;
      const data = {
        is_panic: false,
        message,
        meta: error.meta ?? null,
        error_code: error.code ?? null,
      };
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
