import { spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { cliOf } from '../../scripts/setup.mjs';
import { eventually } from '../scratch/eventually.js';
import { root } from '../scratch/programs.js';
import { migrate } from '../scratch/services.js';
import { psql } from './postgres.js';

/** Row counts, without the tables that imports use for their own records. */
const ROWS_BY_TABLE = `
  select string_agg(
    format('%s %s', tablename, (xpath('/row/n/text()', query_to_xml(
      format('select count(*) as n from reporting.%I', tablename), false, true, '')))[1]),
    ', ' order by tablename)
  from pg_tables
  where schemaname = 'reporting'
    and tablename not in ('import_run', 'import_fault', 'import_before', 'import_change', 'standing_bitmap')`;

export type WholeImport = Awaited<ReturnType<typeof prepareImport>>;

/**
 * Prepares runs of `reporting import`, which must be atomic. Runs it once undisturbed, to know the complete result.
 * @param url returns the URL of a database
 */
export async function prepareImport(env: NodeJS.ProcessEnv, url: (database: string) => string) {
  const [empty, used] = ['import_before', 'import_after'];
  await psql(url('postgres'), `create database ${empty}`);
  await migrate(url(empty));
  const content = () => eventually(() => psql(url(used), ROWS_BY_TABLE));

  async function start() {
    await eventually(() => psql(url('postgres'), `drop database if exists ${used} with (force)`));
    await eventually(() => psql(url('postgres'), `create database ${used} template ${empty}`));
    const child = spawn(process.execPath, [cliOf('reporting'), 'import', 'examples/import'], {
      cwd: root,
      env: { ...env, DATABASE_URL: url(used) },
      stdio: 'ignore',
    });
    const exited = new Promise<number | null>(resolve => child.once('exit', resolve));
    return { kill: () => void child.kill('SIGKILL'), exited };
  }

  const began = performance.now();
  const { exited } = await start();
  const nothing = await psql(url(empty), ROWS_BY_TABLE);
  if ((await exited) !== 0) throw new Error('The undisturbed import failed.');
  /** In milliseconds. */
  const duration = performance.now() - began;
  const everything = await content();

  return {
    duration,
    /** Starts an import into an empty database. */
    start: async () => ({
      ...(await start()),
      /** How much of the import is in the database. */
      async found() {
        const now = await settled(content);
        return now === nothing ? 'nothing' : now === everything ? 'everything' : 'a part';
      },
    }),
  };
}

/** Waits until the server has noticed a dead client; a commit in progress may still complete. */
async function settled(content: () => Promise<string>): Promise<string> {
  let before = await content();
  for (;;) {
    await wait(150);
    const now = await content();
    if (now === before) return now;
    before = now;
  }
}
