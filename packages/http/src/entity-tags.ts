import { hash } from 'node:crypto';

/** A strong or weak tag, with the suffix that a compressing proxy may append: `"x-gzip"` (Apache), `"x--gzip"`, `"x;br"`. */
const ENTITY_TAG = /^(?:W\/)?("[^"]*?)(?:(?:--?|;)(?:gzip|br|zstd|deflate))?"$/;

/** Parses If-Match or If-None-Match; null without a header. Weak, because a tag identifies a state and not bytes. */
export function readEntityTags(header: string | undefined): string[] | null {
  if (header === undefined) return null;
  return header.split(',').flatMap(element => {
    const tag = element.trim();
    const opaque = ENTITY_TAG.exec(tag)?.[1];
    if (opaque !== undefined) return [`${opaque}"`];
    return tag === '*' ? [tag] : [];
  });
}

/** Whether the header contains the tag or `*`. */
export function matchesTag(tags: readonly string[] | null, tag: string): boolean {
  return tags !== null && (tags.includes('*') || tags.includes(tag));
}

/** The tag of a representation: a digest of it. */
export function tagOf(representation: object): string {
  return `"${hash('sha256', JSON.stringify(representation), 'hex').slice(0, 32)}"`;
}
