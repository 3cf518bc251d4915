import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { Service } from '../../scratch/services.js';

export interface Watched {
  /** Milliseconds until the slowest answer of the health check. */
  'slowest health': number;
  /** Health checks that were not answered with 200. */
  unhealthy: number;
  /** The most memory that the process held. */
  'most memory, MB': number;
}

export interface Watch {
  finish(): Promise<Watched>;
}

/** Asks a service for its health five times a second, and looks at its memory. */
export function watch({ url, child }: Service, healthPath = '/api/health'): Watch {
  const seen: Watched = { 'slowest health': 0, unhealthy: 0, 'most memory, MB': 0 };
  let isRunning = true;
  async function look() {
    while (isRunning) {
      const began = performance.now();
      const status = await fetch(url + healthPath).then(
        async response => {
          await response.text();
          return response.status;
        },
        () => 0,
      );
      if (status !== 200) seen.unhealthy += 1;
      const took = Math.round(performance.now() - began);
      seen['slowest health'] = Math.max(seen['slowest health'], took);
      seen['most memory, MB'] = Math.max(seen['most memory, MB'], residentMegabytes(child.pid!));
      await wait(200);
    }
  }
  const looking = look();
  return {
    async finish() {
      isRunning = false;
      await looking;
      return seen;
    },
  };
}

function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1024);
}
