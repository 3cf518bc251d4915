/** What the version endpoint is tagged with: it changes with every change, also through a re-creation. */
export function versionTag({ id, revision }: { id: number; revision: number }): string {
  return `"${id}-${revision}"`;
}

/**
 * The strong entity tags of an If-Match header without their quotes, `*` as itself; null when it was not
 * sent. Weak tags are dropped: they never match strongly (RFC 9110, section 13.1.1).
 */
export function readIfMatch(header: string | undefined): string[] | null {
  if (header === undefined) return null;
  return header
    .split(',')
    .map(tag => tag.trim())
    .filter(tag => tag === '*' || /^"[^"]*"$/.test(tag))
    .map(tag => tag.replaceAll('"', ''));
}
