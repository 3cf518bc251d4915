import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { Side } from './stage.js';

/**
 * Returns the result of work and the CPU time in milliseconds that a process and the backends whose application_name
 * matches `application` used during it; NaN if they run on another machine.
 */
export async function withCpu<Result extends object>(
  client: pg.Client,
  { pid, application }: { pid: number; application: string },
  work: () => Promise<Result>,
) {
  const backends = databaseCpu(client, application);
  const before = { cpu: cpuOf(pid), database: await backends() };
  const result = await work();
  const cpu = cpuOf(pid) - before.cpu;
  return { ...result, cpu, database: (await backends()) - before.database };
}

/** For backends that have exited, uses the CPU time when they were last seen. */
function databaseCpu(client: pg.Client, application: string): () => Promise<number> {
  const seen = new Map<number, number>();
  let sum = 0;
  return async () => {
    const { rows } = await client.query<{ pid: number }>(
      'select pid from pg_stat_activity where datname = current_database() and application_name like $1',
      [application],
    );
    for (const { pid } of rows) {
      const used = cpuOf(pid);
      // The backend has just exited.
      if (Number.isNaN(used) && seen.size > 0) continue;
      sum += used - (seen.get(pid) ?? 0);
      seen.set(pid, used);
    }
    return sum;
  };
}

/** Returns milliseconds; clock ticks on Linux are a hundredth of a second. */
function cpuOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return Number.NaN;
  }
}

export function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1024;
}

export function median(figures: readonly number[]): number {
  const sorted = [...figures].sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Runs all alternatives in each round, one after another, so that they see the same load on the machine. */
export async function interleave<Name extends string, Result>(
  rounds: number,
  works: Readonly<Record<Name, () => Promise<Result>>>,
): Promise<Record<Name, Result[]>> {
  const names = Object.keys(works) as Name[];
  const results = Object.fromEntries(names.map(name => [name, []])) as unknown as Record<
    Name,
    Result[]
  >;
  for (let round = 0; round < rounds; round++) {
    for (const name of names) results[name].push(await works[name]());
  }
  return results;
}

/** Returns the median of a field over all rounds. */
export function medianOf<Result>(rounds: readonly Result[], field: (result: Result) => number) {
  return median(rounds.map(field));
}

/** Repeats work until the signal, with pauses in milliseconds. Returns the duration of each run in milliseconds. */
export async function repeat(
  signal: AbortSignal,
  pause: number,
  work: () => Promise<unknown>,
): Promise<number[]> {
  const times: number[] = [];
  while (!signal.aborted) {
    times.push(await timed(work));
    await wait(pause);
  }
  return times;
}

/** Returns the duration of work in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Reads a response to its end, calling and awaiting `each` for every chunk. @throws Error unless it succeeds */
export async function read(
  { url, headers }: Side,
  path: string,
  init: RequestInit = {},
  each: (chunk: Uint8Array) => unknown = () => undefined,
) {
  const start = performance.now();
  const response = await fetch(url + path, { ...init, headers });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  let [lines, firstByte] = [0, 0];
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    firstByte ||= performance.now() - start;
    await each(chunk);
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines++;
  }
  return { lines, firstByte, milliseconds: performance.now() - start };
}

export function print(line = ''): void {
  process.stdout.write(`${line}\n`);
}

/** Prints a Markdown table for docs/performance.md. */
export function printTable(
  header: readonly string[],
  rows: readonly (readonly (string | number)[])[],
) {
  const lines = [header, header.map((_, index) => (index === 0 ? '---' : '---:')), ...rows];
  for (const line of lines) print(`| ${line.join(' | ')} |`);
  print();
}

/** Formats a figure with three significant digits. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return '–';
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3);
}
