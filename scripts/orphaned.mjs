/**
 * Calls `stop` once whoever started this process is gone: npm, told to end, does not pass it on through
 * the shell between them, and what it started would stay.
 */
export function whenOrphaned(stop) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, 250);
  timer.unref();
}
