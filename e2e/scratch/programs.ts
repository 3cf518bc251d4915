import { type ExecFileOptions, execFile } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

export const root = path.resolve(import.meta.dirname, '..', '..');

/** Finds the first of these programs in Debian's folders for servers or on PATH. */
export function findProgram(...names: string[]): string | undefined {
  const ofPostgres = globSync('/usr/lib/postgresql/*/bin').sort().reverse();
  const onPath = (process.env.PATH ?? '').split(path.delimiter);
  return names
    .flatMap(name => [...ofPostgres, '/usr/sbin', ...onPath].map(at => path.join(at, name)))
    .find(file => existsSync(file));
}

/** Finds the first of these programs. @throws Error with installation instructions */
export function requireProgram(debianPackage: string, ...names: string[]): string {
  const found = findProgram(...names);
  if (found !== undefined) return found;
  throw new Error(
    `Not installed: ${names[0]}. On Debian and Ubuntu: apt-get install --yes ${debianPackage}`,
  );
}

export type RunOptions = ExecFileOptions & { input?: string };

/** Returns the trimmed standard output of a program. @throws Error with its output if it fails */
export async function run(
  program: string,
  args: string[],
  { input = '', ...options }: RunOptions = {},
): Promise<string> {
  const all = { cwd: root, maxBuffer: Number.POSITIVE_INFINITY, ...options };
  const running = promisify(execFile)(program, args, all);
  // A program that ignores its input may exit before the input is written.
  running.child.stdin!.on('error', () => undefined).end(input);
  const { stdout } = await running.catch((error: unknown) => {
    const { message, stdout } = error as Error & { stdout: string };
    throw new Error(`${message.trim()}\n${stdout}`);
  });
  return stdout.toString().trim();
}

/** Returns the code blocks in a language from a page of the documentation, to be run as printed. */
export function printedBlocks(page: string, language: string): string[] {
  const block = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms');
  return [...readFileSync(path.join(root, page), 'utf8').matchAll(block)].map(([, text]) => text!);
}

/** Runs a program from pinned npm packages that are too large to be dependencies of this repository. */
export function npx(packages: string[], program: string, args: string[], cwd: string) {
  const pinned = packages.flatMap(name => ['--package', name]);
  // On Windows, only a shell finds npx.cmd; no argument is from outside this repository.
  return run(['npx', '--yes', ...pinned, program, ...args].join(' '), [], { cwd, shell: true });
}

export type Certificate = Awaited<ReturnType<typeof makeCertificate>>;

/** Makes edge.pem and edge.key, a self-signed certificate; `account` is the user to run openssl as. */
export async function makeCertificate(folder: string, subject: string[], account: object = {}) {
  const files = { certificate: path.join(folder, 'edge.pem'), key: path.join(folder, 'edge.key') };
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const out = ['-keyout', files.key, '-out', files.certificate];
  const openssl = requireProgram('openssl', 'openssl');
  await run(openssl, ['req', '-x509', '-days', '1', ...kind, ...subject, ...out], account);
  return files;
}
