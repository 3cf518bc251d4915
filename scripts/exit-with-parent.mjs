/**
 * Calls `stop` once the parent process has exited. npm does not forward a signal through the shell between them,
 * so what it started would keep running.
 */
export function whenParentExits(stop) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, 250);
  timer.unref();
}
