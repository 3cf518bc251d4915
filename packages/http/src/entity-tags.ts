/** A tag, perhaps weak, with what a proxy appends that compresses: `"x-gzip"` (Apache), `"x--gzip"`, `"x;br"`. */
const ENTITY_TAG = /^(?:W\/)?("[^"]*?)(?:(?:--?|;)(?:gzip|br|zstd|deflate))?"$/;

/**
 * The entity tags of If-Match or If-None-Match as the service sent them, and `*`; null for no header. They compare
 * weakly, also for If-Match: a tag stands for the state of a record, whatever a proxy makes of the response's bytes.
 */
export function readEntityTags(header: string | undefined): string[] | null {
  if (header === undefined) return null;
  return header.split(',').flatMap(given => {
    const tag = given.trim();
    const opaque = ENTITY_TAG.exec(tag)?.[1];
    if (opaque !== undefined) return [`${opaque}"`];
    return tag === '*' ? [tag] : [];
  });
}

/** Whether the header names the tag or is `*`. */
export function namesTag(tags: readonly string[] | null, tag: string): boolean {
  return tags !== null && (tags.includes('*') || tags.includes(tag));
}
