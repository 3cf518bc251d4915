import assert from 'node:assert/strict';
import path from 'node:path';
import getPort from 'get-port';
import type { Cleanup } from '../scratch/cleanup.js';
import { eventually } from '../scratch/eventually.js';
import { root, run } from '../scratch/programs.js';
import type { CommandLine, ServiceName } from '../scratch/services.js';

const BASE = ['docker/compose.yaml', 'e2e/containers/unlimited.yaml'];

export interface Stack {
  origin: string;
  /** The time until it was ready. */
  seconds: number;
  compose: (...args: string[]) => Promise<string>;
  docker: (...args: string[]) => Promise<string>;
  /** Runs documented commands with the given variables. */
  shell: (commands: string, variables: NodeJS.ProcessEnv) => Promise<string>;
  /** Replaces the container of a service with docker/replace.sh. */
  replace: (service: ServiceName) => Promise<string>;
  runCommand: CommandLine;
}

export interface StackOptions {
  /** The compose command. */
  command: string[];
  project: string;
  /** Compose files besides docker/compose.yaml and unlimited.yaml. */
  files?: string[];
  start: (stack: Omit<Stack, 'seconds'>) => Promise<unknown>;
}

/** Starts a compose project on a free port; `cleanup` removes it with its data. */
export async function bringUp(
  { command, project, files = [], start }: StackOptions,
  cleanup: Cleanup,
): Promise<Stack> {
  const [program, ...words] = command as [string, ...string[]];
  const port = await getPort();
  const env = {
    ...process.env,
    COMPOSE: command.join(' '),
    COMPOSE_PROJECT_NAME: project,
    COMPOSE_FILE: [...BASE, ...files].map(file => path.join(root, file)).join(path.delimiter),
    LISTEN: `127.0.0.1:${port}`,
  };
  const compose = (...args: string[]) => run(program, [...words, ...args], { env });
  const stack = {
    origin: `http://127.0.0.1:${port}`,
    compose,
    docker: (...args: string[]) => run('docker', args, { env }),
    shell: (commands: string, variables: NodeJS.ProcessEnv) =>
      run('bash', ['-euo', 'pipefail', '-c', commands.replaceAll('docker compose', env.COMPOSE)], {
        env: { ...env, ...variables },
      }),
    replace: (service: ServiceName) =>
      run(path.join(root, 'docker', 'replace.sh'), [service], { env }),
    runCommand: (service: ServiceName, args: string[], input?: string) =>
      run(program, [...words, 'run', '--rm', '--no-deps', '-T', service, ...args], { env, input }),
  };
  const begun = performance.now();
  cleanup.add(() => compose('down', '--volumes', '--timeout', '20'));
  await start(stack);
  // nginx starts last.
  await eventually(async () =>
    assert.ok((await fetch(`${stack.origin}/versioning/api/health`)).ok),
  );
  return { ...stack, seconds: (performance.now() - begun) / 1000 };
}
