import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import getPort from 'get-port';
import { type Cleanup, stopAtEnd } from '../scratch/cleanup.js';
import { untilOpen } from '../scratch/eventually.js';
import { requireProgram } from '../scratch/programs.js';
import { newFolder } from './postgres.js';

/** A port that leads to the next of some others that accepts, until its network is cut. */
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
  // A process that is stopped does not end by SIGTERM.
  cleanup.add(mend);
  return {
    port,
    /** Nothing passes any more, in either direction, and no connection is closed. */
    cut: () => child.kill('SIGSTOP'),
    /** What was held back passes again. */
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
