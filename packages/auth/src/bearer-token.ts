/**
 * What an `Authorization: Bearer …` header carries (RFC 6750, section 2.1), or null where it carries
 * nothing: no header, another scheme, or nothing behind the scheme. The scheme matches in any case, with any
 * blanks around. Whatever stands behind it was sent, also where it has no shape of a token: it is then one
 * that is not recognized, and never one that is overlooked.
 */
export function bearerToken(authorization: string | undefined): string | null {
  return /^bearer[ \t]+(.+)$/i.exec(authorization?.trim() ?? '')?.[1] ?? null;
}
