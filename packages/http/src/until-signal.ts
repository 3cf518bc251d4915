/**
 * Resolves at the first SIGTERM or SIGINT. A later one ends the process at once, with 1; not one that
 * comes within a second, since npm passes on the Ctrl-C that the terminal has sent already.
 */
export function untilSignal(): Promise<NodeJS.Signals> {
  return new Promise(resolve => {
    let firstAt: number | undefined;
    const onSignal = (signal: NodeJS.Signals) => {
      if (firstAt === undefined) {
        firstAt = Date.now();
        resolve(signal);
      } else if (Date.now() - firstAt > 1_000) {
        process.exit(1);
      }
    };
    process.on('SIGTERM', onSignal).on('SIGINT', onSignal);
  });
}
