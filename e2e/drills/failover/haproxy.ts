import { spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import getPort from 'get-port';
import { type Cleanup, stopAtEnd } from '../../scratch/cleanup.js';
import { requirePrograms } from '../../scratch/programs.js';

/** Milliseconds: some times the interval of the checks. */
const CHECKED = 3_000;

/** HAProxy of a configuration file whose addresses are environment variables; stopped by `cleanup`. */
export async function startHaproxy(
  file: string,
  env: Readonly<Record<string, string>>,
  cleanup: Cleanup,
): Promise<{ primaryPort: number; standbyPort: number }> {
  const { haproxy } = requirePrograms({ haproxy: ['haproxy'] }, 'haproxy');
  const [primaryPort, standbyPort] = [await getPort(), await getPort()];
  const bind = {
    PRIMARY_BIND: `127.0.0.1:${primaryPort}`,
    STANDBY_BIND: `127.0.0.1:${standbyPort}`,
  };
  const child = spawn(haproxy, ['-q', '-db', '-f', file], {
    env: { ...process.env, ...bind, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  void stopAtEnd(child, cleanup);
  // Until they have been checked, a standby counts as a primary, too.
  await wait(CHECKED);
  return { primaryPort, standbyPort };
}
