#!/usr/bin/env -S node --stack-size=7000
// Prisma's schema engine without its download: the official WebAssembly engine from npm, behind the
// stdio JSON-RPC protocol of the native one. Prisma starts it through PRISMA_SCHEMA_ENGINE_BINARY.
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import * as engineModule from '@prisma/schema-engine-wasm/schema_engine_bg';
import pg from 'pg';
import { parse } from 'pg-connection-string';

const require = createRequire(import.meta.url);
const args = process.argv.slice(2);
const argument = name => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
const url = argument('--datasource') ? JSON.parse(argument('--datasource')).url : undefined;

if (args.includes('cli')) await runDatabaseCommand(args[args.indexOf('cli') + 1]);
else serve(await startEngine());

/** `cli can-connect-to-database`, `create-database`, `drop-database`: what the native engine answers. */
async function runDatabaseCommand(command) {
  const admin = new URL(url);
  const database = decodeURIComponent(admin.pathname.slice(1));
  admin.pathname = '/postgres';
  const name = pg.escapeIdentifier(database);
  try {
    if (command === 'can-connect-to-database') await query(url, 'select 1');
    if (command === 'create-database') await query(admin.href, `create database ${name}`);
    if (command === 'drop-database') await query(admin.href, `drop database ${name} with (force)`);
    process.exit(0);
  } catch (error) {
    const isMissing = error.code === '3D000';
    const fields = {
      message: error.message,
      message_: error.message,
      is_panic: false,
      error_code: isMissing ? 'P1003' : 'P1001',
      meta: isMissing ? { database_name: database } : {},
    };
    const line = {
      level: 'ERROR',
      timestamp: new Date().toISOString(),
      fields,
      target: 'schema_engine::logger',
    };
    process.stderr.write(`\n${JSON.stringify(line)}`, () => process.exit(1));
  }
}

async function query(connectionString, sql) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await client.query(sql);
  } finally {
    await client.end();
  }
}

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

/** Parsed, never `connectionString`: that would override the `database` of the shadow connection, and the shadow database would be the real one. */
function connection(given) {
  const { schema: _, ...config } = parse(given);
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
    connect: async () => withCharacters(await factory.connect()),
    async connectToShadowDb() {
      const database = `prisma_migrate_shadow_db_${randomUUID()}`;
      await query(url, `create database "${database}"`);
      const shadow = await new PrismaPg({ ...connection(url), database }).connect();
      const dispose = shadow.dispose.bind(shadow);
      shadow.dispose = async () => {
        await dispose();
        await query(url, `drop database if exists "${database}" with (force)`);
      };
      return withCharacters(shadow);
    },
  };
}

/**
 * adapter-pg has no mapping for PostgreSQL's internal one-byte "char" type (OID 18), which the catalog
 * queries return: it is handed over as bpchar, and the engine is given a Character column, in which ''
 * is the zero byte.
 */
function mapCharacterColumns() {
  const INTERNAL_CHAR = 18;
  const BPCHAR = 1042;
  const CHARACTER = 6;
  let columns = [];
  const Result = pg.Result ?? require('pg/lib/result');
  const addFields = Result.prototype.addFields;
  Result.prototype.addFields = function (fields) {
    columns = [];
    fields.forEach((field, index) => {
      if (field.dataTypeID !== INTERNAL_CHAR) return;
      field.dataTypeID = BPCHAR;
      columns.push(index);
    });
    return addFields.call(this, fields);
  };
  const fix = result => {
    for (const column of columns) {
      result.columnTypes[column] = CHARACTER;
      for (const row of result.rows) if (row[column] === '') row[column] = '\0';
    }
    columns = [];
    return result;
  };
  const wrap = queryable =>
    new Proxy(queryable, {
      get(target, property) {
        const value = target[property];
        if (property === 'queryRaw') return async sql => fix(await target.queryRaw(sql));
        if (property === 'startTransaction') {
          return async (...given) => wrap(await target.startTransaction(...given));
        }
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  return wrap;
}

/** One request a line; they are answered in order. */
function serve(engine) {
  const renamed = { getDatabaseVersion: 'version', listMigrationDirectories: null };
  const send = message =>
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

  async function answer({ id, method, params }) {
    try {
      const name = method in renamed ? renamed[method] : method;
      if (!engine[name]) throw new Error(`schema-engine-wasm has no method ${method}`);
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
      if (request.method) last = last.then(() => answer(request));
    })
    .on('close', () => last.then(() => process.exit(0)));
}
