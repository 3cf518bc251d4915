import type { ChildProcess } from 'node:child_process';
import { whenParentExits } from '../../scripts/exit-with-parent.mjs';

export interface Cleanup {
  /** Runs `step` at the end; the step registered last runs first. */
  add(step: () => unknown): void;
  /** Runs every step once. */
  run(): Promise<void>;
}

/** Steps that run at the end of a program, on SIGINT or SIGTERM, or when its parent process is gone; or of a part of it. */
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
  // What starts while everything ends, ends at once.
  const add = (step: () => unknown) => {
    if (finished) step();
    else steps.push(step);
  };
  return { add, run };
}

async function runAll(steps: (() => unknown)[]) {
  for (const step of steps.reverse()) await step();
}

/** Stops a process at the end; resolves once it has ended. */
export function stopAtEnd(child: ChildProcess, cleanup: Cleanup): Promise<unknown> {
  const exited = new Promise(resolve => child.once('exit', resolve));
  cleanup.add(() => {
    child.kill('SIGTERM');
    return exited;
  });
  return exited;
}
