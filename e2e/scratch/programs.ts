import { type ExecFileOptions, execFile } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

/** The root of the repository. */
export const root = path.resolve(import.meta.dirname, '..', '..');

/** The first of these programs where Debian keeps servers, or on PATH. */
export function findProgram(...names: string[]): string | undefined {
  const ofPostgres = globSync('/usr/lib/postgresql/*/bin').sort().reverse();
  const onPath = (process.env.PATH ?? '').split(path.delimiter);
  return names
    .flatMap(name => [...ofPostgres, '/usr/sbin', ...onPath].map(at => path.join(at, name)))
    .find(file => existsSync(file));
}

/** The first of these programs. Ends this process with exit code 2 and the way to install it if there is none. */
export function requireProgram(debianPackage: string, ...names: string[]): string {
  const found = findProgram(...names);
  if (found !== undefined) return found;
  process.stderr.write(
    `Not installed: ${names[0]}. On Debian and Ubuntu:\n\n  apt-get install --yes ${debianPackage}\n`,
  );
  process.exit(2);
}

export type RunOptions = ExecFileOptions & { input?: string };

/**
 * The trimmed standard output of a program.
 * @throws Error with what it printed when it fails
 */
export async function run(
  program: string,
  args: string[],
  { input = '', ...options }: RunOptions = {},
): Promise<string> {
  const all = { cwd: root, maxBuffer: Number.POSITIVE_INFINITY, ...options };
  const running = promisify(execFile)(program, args, all);
  // A program that reads no input may end before it is written.
  running.child.stdin!.on('error', () => undefined).end(input);
  const { stdout } = await running.catch((error: unknown) => {
    const { message, stdout } = error as Error & { stdout: string };
    throw new Error(`${message.trim()}\n${stdout}`);
  });
  return stdout.toString().trim();
}

/** The blocks of a page of the documentation in a language, which are run as printed. */
export function printedBlocks(page: string, language: string): string[] {
  const block = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms');
  return [...readFileSync(path.join(root, page), 'utf8').matchAll(block)].map(([, text]) => text!);
}

/** Runs a program of pinned npm packages that are too large to be dependencies of this repository. */
export function npx(packages: string[], program: string, args: string[], cwd: string) {
  const pinned = packages.flatMap(name => ['--package', name]);
  // A shell finds npx.cmd on Windows; every argument is made by this repository.
  return run(['npx', '--yes', ...pinned, program, ...args].join(' '), [], { cwd, shell: true });
}
