import pg from 'pg';
import { query } from './query.mjs';

/** Implements `cli can-connect-to-database`, `create-database` and `drop-database` like the native engine. */
export async function runDatabaseCommand(command, url) {
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
