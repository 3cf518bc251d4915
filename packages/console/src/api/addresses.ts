import { consoleUrl } from './client';

/**
 * The address to show after a detour, with the origin left out: below the console, whatever the address
 * of the detour says.
 */
export function localTarget(from: string | undefined): string {
  const start = consoleUrl.pathname;
  if (from === undefined) return start;
  // The router's addresses begin below the console.
  const path = from.startsWith(start) ? from : `.${from}`;
  if (!URL.canParse(path, consoleUrl)) return start;
  const url = new URL(path, consoleUrl);
  return url.origin === consoleUrl.origin && url.pathname.startsWith(start)
    ? url.pathname + url.search
    : start;
}
