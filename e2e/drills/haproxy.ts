import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import getPort from 'get-port';
import { type Cleanup, stopAtEnd } from '../scratch/cleanup.js';
import { untilOpen } from '../scratch/eventually.js';
import { requireProgram } from '../scratch/programs.js';
import { type ServiceName, startService } from '../scratch/services.js';
import { newFolder } from './postgres.js';

export type Replicas = Awaited<ReturnType<typeof startReplicas>>;

/** Starts two replicas of a service behind one address that balances connections round-robin. */
export async function startReplicas(name: ServiceName, env: NodeJS.ProcessEnv, cleanup: Cleanup) {
  const ports = [await getPort(), await getPort()];
  const start = (port: number) => startService(name, env, cleanup, { port });
  const running = await Promise.all(ports.map(start));
  const relay = await startRelay(ports, cleanup);
  return {
    url: `http://127.0.0.1:${relay.port}`,
    /** Kills the older replica and starts another one on its port. */
    async kill() {
      const oldest = running.shift()!;
      oldest.child.kill('SIGKILL');
      await oldest.exited;
      running.push(await start(oldest.port));
    },
  };
}

/** Opens a port that forwards connections round-robin to the other ports, skipping those that refuse them. */
export async function startRelay(to: readonly number[], cleanup: Cleanup) {
  const port = await getPort();
  const file = path.join(newFolder(cleanup), 'haproxy.cfg');
  const servers = to.map(each => `  server ${each} 127.0.0.1:${each}\n`);
  writeFileSync(
    file,
    `defaults
  mode tcp
  retries ${to.length - 1}
  option redispatch 1
  timeout connect 2s
  timeout client 1h
  timeout server 1h
listen relay
  bind 127.0.0.1:${port}
  balance roundrobin
${servers.join('')}`,
  );
  const child = startHaproxy(file, process.env, cleanup);
  await untilOpen(port);
  const mend = () => child.kill('SIGCONT');
  // A stopped process does not exit on SIGTERM.
  cleanup.add(mend);
  return {
    port,
    /** Stops forwarding data in both directions, without closing connections. */
    cut: () => child.kill('SIGSTOP'),
    /** Resumes forwarding, including data held back. */
    mend,
  };
}

export function startHaproxy(file: string, env: NodeJS.ProcessEnv, cleanup: Cleanup) {
  const haproxy = requireProgram('haproxy', 'haproxy');
  const child = spawn(haproxy, ['-q', '-db', '-f', file], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  void stopAtEnd(child, cleanup);
  return child;
}
