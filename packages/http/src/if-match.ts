/** The strong entity tags of If-Match, and `*`; null for no header. Weak tags never match (RFC 9110, 13.1.1). */
export function readIfMatch(header: string | undefined): string[] | null {
  if (header === undefined) return null;
  return header
    .split(',')
    .map(tag => tag.trim())
    .filter(tag => tag === '*' || /^"[^"]*"$/.test(tag));
}
