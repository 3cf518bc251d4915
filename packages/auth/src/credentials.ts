/**
 * The credential of an `Authorization: Bearer …` header (RFC 6750, section 2.1), or null where there
 * is none: no header, another scheme, or nothing behind the scheme. The scheme matches in any case.
 */
export function bearerToken(authorization: string | undefined): string | null {
  return /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1] ?? null;
}
