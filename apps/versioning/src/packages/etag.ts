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

/** Whether If-None-Match names the tag; weakly compared (RFC 9110, section 13.1.2). */
export function namesTag(header: string | undefined, tag: string): boolean {
  const tags = (header ?? '').split(',').map(given => given.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(tag);
}
