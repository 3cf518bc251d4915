import type { ChildProcess } from 'node:child_process';
import { whenParentExits } from '../../scripts/setup.mjs';

export interface Cleanup {
  /** Runs `step` at the end; the step registered last runs first. */
  add(step: () => unknown): void;
  /** Runs every step once. */
  run(): Promise<void>;
}

/**
 * Steps also run on SIGINT and SIGTERM, and when the parent process exits. Those of a part of a program also run with the
 * steps of the `whole`.
 */
export function createCleanup(whole?: Cleanup): Cleanup {
  const steps: (() => unknown)[] = [];
  let finished: Promise<void> | undefined;
  const run = () => (finished ??= runAll(steps));
  if (whole) {
    whole.add(run);
  } else {
    const stop = () => void run().finally(() => process.exit(1));
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop);
    whenParentExits(stop);
  }
  // Steps added during or after the cleanup run immediately.
  const add = (step: () => unknown) => {
    if (finished) step();
    else steps.push(step);
  };
  return { add, run };
}

async function runAll(steps: (() => unknown)[]) {
  for (const step of steps.reverse()) await step();
}

/** Stops a process during cleanup; resolves once it has exited. */
export function stopAtEnd(child: ChildProcess, cleanup: Cleanup): Promise<unknown> {
  const exited = new Promise(resolve => child.once('exit', resolve));
  cleanup.add(() => {
    child.kill('SIGTERM');
    return exited;
  });
  return exited;
}
