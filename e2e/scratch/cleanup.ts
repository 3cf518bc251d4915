import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { whenParentExits } from '../../scripts/setup.mjs';

/** Runs every step once when it is disposed, even if others fail. */
export interface Cleanup extends AsyncDisposable {
  /** Runs `step` at the end; the step registered last runs first. */
  add(step: () => unknown): void;
}

/**
 * Steps also run on SIGINT and SIGTERM, and when the parent process exits. A cleanup of a part is itself a step of the
 * cleanup of the `whole`.
 */
export function createCleanup(whole?: Cleanup): Cleanup {
  const steps = new AsyncDisposableStack();
  let finished: Promise<void> | undefined;
  const run = () => (finished ??= steps.disposeAsync());
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
    else
      steps.defer(async () => {
        await step();
      });
  };
  return { add, [Symbol.asyncDispose]: run };
}

/** Creates a folder for temporary files, which is removed during cleanup. */
export function temporaryFolder(name: string, cleanup: Cleanup): string {
  const folder = mkdtempSync(path.join(tmpdir(), `${name}-`));
  cleanup.add(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
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
