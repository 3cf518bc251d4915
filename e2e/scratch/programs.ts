import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import path from 'node:path';

/** The root of the repository. */
export const root = path.resolve(import.meta.dirname, '..', '..');

/** The first of these programs on PATH, or where Debian keeps servers. */
export function findProgram(...names: string[]): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin'];
  return names
    .flatMap(name => folders.map(folder => path.join(folder, name)))
    .find(file => isExecutable(file));
}

/**
 * Paths of the programs that a check needs, by name. Ends this process with exit code 2 and the way to install
 * them if one is missing.
 * @param programs the names that each program goes by
 * @param packages the Debian packages that bring them
 */
export function requirePrograms<Name extends string>(
  programs: Record<Name, string[]>,
  packages: string,
): Record<Name, string> {
  const names = Object.keys(programs) as Name[];
  const found = new Map(names.map(name => [name, findProgram(...programs[name])]));
  const missing = names.filter(name => found.get(name) === undefined);
  if (missing.length > 0) {
    process.stderr.write(
      `Not installed: ${missing.join(', ')}. On Debian and Ubuntu:\n\n  apt-get install --yes ${packages}\n`,
    );
    process.exit(2);
  }
  return Object.fromEntries(found) as Record<Name, string>;
}

export interface RunOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  input?: string;
  shell?: boolean;
}

/**
 * The trimmed standard output of a program.
 * @throws Error with its standard error when it fails
 */
export function run(program: string, args: string[], options: RunOptions = {}): Promise<string> {
  const { input = '', ...spawnOptions } = options;
  const child = spawn(program, args, { cwd: root, ...spawnOptions });
  let output = '';
  let errors = '';
  child.stdout.on('data', data => (output += String(data)));
  child.stderr.on('data', data => (errors += String(data)));
  // A program that reads no input may end before it is written.
  child.stdin.on('error', () => undefined).end(input);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', code => {
      if (code === 0) resolve(output.trim());
      else reject(new Error(`${[program, ...args].join(' ')} failed: ${errors.trim()}\n${output}`));
    });
  });
}

/** Runs a program of pinned npm packages that are too large to be dependencies of this repository. */
export function npx(packages: string[], program: string, args: string[], cwd: string) {
  const pinned = packages.flatMap(name => ['--package', name]);
  // A shell finds npx.cmd on Windows; every argument is made by this repository.
  return run(['npx', '--yes', ...pinned, program, ...args].join(' '), [], { cwd, shell: true });
}

function isExecutable(file: string) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
