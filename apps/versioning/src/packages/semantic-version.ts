/** The core of a semantic version; each part is an integer in `[0, LARGEST_PART]`. */
export interface SemanticVersion {
  readonly major: number;
  readonly minor: number;
  readonly patch: number;
}

/** PostgreSQL's largest `integer`, past which an increment is refused. */
export const LARGEST_PART = 2_147_483_647;

/**
 * Reads `<major>.<minor>.<patch>`, or null: no leading zeros, no suffix, no part past LARGEST_PART
 * (Semantic Versioning 2.0.0, rule 2).
 */
export function parseVersion(text: string): SemanticVersion | null {
  const match = /^(0|[1-9]\d{0,9})\.(0|[1-9]\d{0,9})\.(0|[1-9]\d{0,9})$/.exec(text);
  if (!match) return null;
  const [major, minor, patch] = match.slice(1).map(Number) as [number, number, number];
  return Math.max(major, minor, patch) <= LARGEST_PART ? { major, minor, patch } : null;
}

export function formatVersion({ major, minor, patch }: SemanticVersion): string {
  return `${major}.${minor}.${patch}`;
}
