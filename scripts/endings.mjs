import { whenOrphaned } from './orphaned.mjs';

/** What has to end when this does, last begun first: at the end, at a signal, or when npm is gone. */
export function endings() {
  const registered = [];
  let ended;
  const end = () => (ended ??= endAll(registered));
  const stop = () => end().finally(() => process.exit(1));
  // Not once: the lock on the data folder ends a process in which nobody listens any longer.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop);
  whenOrphaned(stop);
  return { end, onEnd: ending => registered.push(ending) };
}

async function endAll(registered) {
  for (const ending of registered.reverse()) await ending();
}
