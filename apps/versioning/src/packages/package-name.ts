import { Problem } from '@platform/http';

const LONGEST = 200;

/**
 * The name as it is kept: trimmed, 1 to 200 characters, no control characters
 * (decisions-versioning, "Slugs and names").
 * @throws Problem invalid-request
 */
export function parsePackageName(given: string): string {
  const name = given.trim();
  const length = Array.from(name).length;
  // A lone surrogate is no character: the database would keep another text than was sent.
  if (length < 1 || length > LONGEST || /[\p{Cc}\p{Cs}]/u.test(name)) {
    throw new Problem(
      'invalid-request',
      `Name must be 1 to ${LONGEST} characters after trimming, without control characters.`,
    );
  }
  return name;
}
