import { spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { root } from '../scratch/programs.js';
import { migrate } from '../scratch/services.js';
import { eventually } from './eventually.js';
import { psql } from './postgres.js';

/** A command of reporting that has to do all of its work or nothing, whatever ends it. */
export interface WholeCommand {
  /** Milliseconds that it takes undisturbed. */
  readonly duration: number;
  /** Starts it on records as they were before. */
  start(): Promise<RunningCommand>;
}

export interface RunningCommand {
  /** SIGKILL. */
  kill(): void;
  /** Resolves with its exit code once it has ended. */
  readonly exited: Promise<number | null>;
  /** What it left behind. */
  found(): Promise<Found>;
}

export type Found = 'nothing' | 'everything' | 'a part';

export interface CommandToTry {
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** The URL of a database of the server. */
  readonly url: (database: string) => string;
  /** Makes the records that the command starts from, in a database that is migrated. */
  readonly prepare?: (url: string) => Promise<unknown>;
}

const ROWS_BY_TABLE = `
  select string_agg(
    format('%s %s', tablename, (xpath('/row/n/text()', query_to_xml(
      format('select count(*) as n from reporting.%I', tablename), false, true, '')))[1]),
    ', ' order by tablename)
  from pg_tables
  where schemaname = 'reporting'
    and tablename not in ('import_run', 'import_fault', 'import_before', 'standing_bitmap')`;

/** Runs the command once undisturbed, to know what everything is. */
export async function prepareCommand({
  args,
  env,
  url,
  prepare,
}: CommandToTry): Promise<WholeCommand> {
  const [pristine, used] = [`${args[0]}_before`, `${args[0]}_after`];
  await psql(url('postgres'), `create database ${pristine}`);
  await migrate(url(pristine));
  await prepare?.(url(pristine));
  const content = () => eventually(() => psql(url(used), ROWS_BY_TABLE));

  async function start() {
    await eventually(() => psql(url('postgres'), `drop database if exists ${used} with (force)`));
    await eventually(() => psql(url('postgres'), `create database ${used} template ${pristine}`));
    const cli = path.join(root, 'apps', 'reporting', 'dist', 'cli.js');
    const child = spawn(process.execPath, [cli, ...args], {
      cwd: root,
      env: { ...env, DATABASE_URL: url(used) },
      stdio: 'ignore',
    });
    const exited = new Promise<number | null>(resolve => child.once('exit', resolve));
    return { kill: () => void child.kill('SIGKILL'), exited };
  }

  const began = performance.now();
  const { exited } = await start();
  const nothing = await psql(url(pristine), ROWS_BY_TABLE);
  if ((await exited) !== 0) throw new Error(`reporting ${args.join(' ')} failed.`);
  const duration = performance.now() - began;
  const everything = await content();
  if (everything === nothing) throw new Error(`reporting ${args.join(' ')} left nothing.`);

  return {
    duration,
    async start() {
      return {
        ...(await start()),
        async found() {
          const now = await settled(content);
          return now === nothing ? 'nothing' : now === everything ? 'everything' : 'a part';
        },
      };
    },
  };
}

/** Counts what commands left behind. */
export function countFound(): Record<Found, number> {
  return { nothing: 0, everything: 0, 'a part': 0 };
}

export function describeFound(found: Record<Found, number>): Record<string, number> {
  const { nothing, ...others } = found;
  return { 'found after it: nothing': nothing, ...others };
}

/** The server notices a dead client a moment later; a commit under way may still end. */
async function settled(content: () => Promise<string>): Promise<string> {
  let before = await content();
  for (;;) {
    await wait(150);
    const now = await content();
    if (now === before) return now;
    before = now;
  }
}
