import { json, type Setting } from '@platform/config';
import type { JWTPayload } from 'jose';
import { z } from 'zod';
import { isSlugPattern } from '../api-keys/key-access';
import type { Scope } from '../context';

/** Which tokens are accepted, and their access. */
export interface TrustedIssuer {
  readonly name: string;
  /** The `iss` of its tokens, exactly. */
  readonly issuer: string;
  readonly audience: string;
  /** Required claims: a text, or a prefix ending in `/*` or `:*`. */
  readonly claims: Readonly<Record<string, string>>;
  readonly scopes: readonly Scope[];
  /** Slug patterns; `{claim}` stands for the text after the claim's last `/`. */
  readonly slugs: readonly string[];
}

export function matchesClaims({ claims }: TrustedIssuer, token: JWTPayload): boolean {
  return Object.entries(claims).every(([name, wanted]) => {
    const given = claimText(token, name);
    if (given === null) return false;
    return isPrefix(wanted) ? given.startsWith(wanted.slice(0, -1)) : given === wanted;
  });
}

/** Invalid patterns are omitted. */
export function slugPatternsOf({ slugs }: TrustedIssuer, token: JWTPayload): readonly string[] {
  return slugs
    .map(slug => slug.replace(PLACEHOLDER, (_, name: string) => slugText(token, name) ?? INVALID))
    .filter(isSlugPattern);
}

/** Occurs in no slug. */
const INVALID = ' ';

/** Literal text: a claim must not introduce a wildcard. */
function slugText(token: JWTPayload, name: string): string | null {
  const text = claimText(token, name)?.split('/').at(-1) ?? '';
  return /^[A-Za-z0-9._-]+$/.test(text) ? text : null;
}

const PLACEHOLDER = /\{([A-Za-z0-9_:./-]+)\}/g;

function claimText(token: JWTPayload, name: string): string | null {
  const value = Object.hasOwn(token, name) ? token[name] : undefined;
  return typeof value === 'string' ? value : null;
}

function isPrefix(wanted: string): boolean {
  return wanted.endsWith('/*') || wanted.endsWith(':*');
}

/** Claims that do not identify the caller. */
const GENERAL_CLAIMS = ['iss', 'aud', 'exp', 'nbf', 'iat', 'jti'];

const claimPattern = z
  .string()
  .min(1)
  .refine(
    text => !text.includes('*') || (isPrefix(text) && text.indexOf('*') === text.length - 1),
    'must be a text, or a beginning that ends in /* or :*',
  );

const entry = z
  .strictObject({
    Name: z.string().regex(/^[^\p{Cc}]{1,50}$/u, 'must be 1 to 50 characters'),
    Issuer: z
      .string()
      .refine(isSecureAddress, 'must be an https URL, or an http URL of a loopback address'),
    Audience: z.string().min(1),
    Claims: z
      .record(z.string(), claimPattern)
      .refine(
        claims => Object.keys(claims).some(name => !GENERAL_CLAIMS.includes(name)),
        'must have at least one claim besides issuer and audience',
      ),
    Scopes: z.array(z.enum(['read', 'write'], 'must be read or write')).min(1),
    Slugs: z
      .array(
        z
          .string()
          .refine(
            text => isSlugPattern(text.replace(PLACEHOLDER, 'x')),
            "must be a slug or the beginning of slugs and '*', also with {claim}",
          ),
      )
      .min(1)
      .max(100),
  })
  .transform(({ Name, Issuer, Audience, Claims, Scopes, Slugs }) => ({
    name: Name,
    issuer: Issuer,
    audience: Audience,
    claims: Claims,
    scopes: Scopes,
    slugs: Slugs,
  }));

const entries = z
  .array(entry)
  .refine(
    list => new Set(list.map(({ name }) => name)).size === list.length,
    'must have a Name of its own each',
  );

/** The setting TRUSTED_ISSUERS: JSON, a list of entries; the first that matches a token counts. */
export const trustedIssuersSetting: Setting<readonly TrustedIssuer[]> = json(
  entries,
  'a JSON list of { Name, Issuer, Audience, Claims, Scopes, Slugs }',
  '[]',
  'issuers of OpenID Connect tokens that pipelines call with, as JSON (docs/contract/versioning.md)',
);

/** https, or http on a loopback address. */
export function isSecureAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password, search, hash } = new URL(text);
  if (username || password || search || hash) return false;
  const isLoopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
  return protocol === 'https:' || (protocol === 'http:' && isLoopback);
}
