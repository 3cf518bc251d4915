import path from 'node:path';
import getPort from 'get-port';
import type { Cleanup } from '../scratch/cleanup.js';
import { root, run } from '../scratch/programs.js';
import type { CommandLine, ServiceName } from '../scratch/services.js';

const FILES = ['docker/compose.yaml', 'docker/compose.demo.yaml', 'e2e/containers/unlimited.yaml'];

export interface Stack {
  origin: string;
  /** How long it took to come up. */
  seconds: number;
  compose: (...args: string[]) => Promise<string>;
  docker: (...args: string[]) => Promise<string>;
  /** Replaces the container of a service with docker/replace.sh. */
  replace: (service: ServiceName) => Promise<string>;
  runCommand: CommandLine;
}

/** docker/compose.yaml with the demonstration and without rate limits; removed with its data at the end. */
export async function bringUp(
  command: string[],
  isBuilt: boolean,
  cleanup: Cleanup,
): Promise<Stack> {
  const [program, ...words] = command as [string, ...string[]];
  const port = await getPort();
  const env = {
    ...process.env,
    COMPOSE: command.join(' '),
    COMPOSE_PROJECT_NAME: 'services-check',
    COMPOSE_FILE: FILES.map(file => path.join(root, file)).join(path.delimiter),
    LISTEN: `127.0.0.1:${port}`,
  };
  const compose = (...args: string[]) => run(program, [...words, ...args], { env });

  const begun = performance.now();
  cleanup.add(() => compose('down', '--volumes', '--timeout', '20'));
  await compose('up', '--detach', ...(isBuilt ? ['--build'] : []));
  return {
    origin: `http://127.0.0.1:${port}`,
    seconds: (performance.now() - begun) / 1000,
    compose,
    docker: (...args) => run('docker', args, { env }),
    replace: service => run(path.join(root, 'docker', 'replace.sh'), [service], { env }),
    runCommand: (service, args, input) =>
      run(program, [...words, 'run', '--rm', '--no-deps', '-T', service, ...args], { env, input }),
  };
}
