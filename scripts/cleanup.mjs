import { whenParentExits } from './exit-with-parent.mjs';

/** Runs cleanup handlers in reverse order: on request, at a signal, or when npm has exited. */
export function createCleanup() {
  const registered = [];
  let ended;
  const end = () => (ended ??= endAll(registered));
  const stop = () => end().finally(() => process.exit(1));
  // Not once: the lock on the data folder ends a process in which nobody listens any longer.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop);
  whenParentExits(stop);
  return { end, onEnd: ending => registered.push(ending) };
}

async function endAll(registered) {
  for (const ending of registered.reverse()) await ending();
}
