import { hash as digest } from 'node:crypto';
import type { TokenClaims } from '@platform/auth/pipeline-tokens';
import { isSecureAddress, unrecognizedToken } from '@platform/auth/pipeline-tokens';
import { json, type Setting } from '@platform/config';
import { z } from 'zod';
import { isLine, isSlugPattern } from '../api-keys/key-access';
import type { Allows, KeyPrincipal } from '../http/principal';
import { findCollision, parseTemplate, type SlugTemplate, templateFault } from './slug-templates';

/** An entry of TRUSTED_ISSUERS: the tokens that it accepts, and their access. */
export type TrustedIssuer = Readonly<z.output<typeof entry>>;

/** Returns the principal of a verified token. @throws Problem token-unrecognized */
export function tokenPrincipal(
  trusted: readonly TrustedIssuer[],
  claims: TokenClaims,
): KeyPrincipal {
  const [audience, ...others] = [claims.aud].flat();
  if (others.length > 0) throw unrecognizedToken(claims, 'it has several audiences');
  const ofAudience = trusted.filter(
    each => each.Issuer === claims.iss && each.Audience === audience,
  );
  if (ofAudience.length === 0) throw unrecognizedToken(claims, 'its audience is not this service');
  const entry = ofAudience.find(each => matchesClaims(each, claims));
  if (!entry) throw unrecognizedToken(claims, 'no entry of TRUSTED_ISSUERS has its claims');
  const name = `${entry.Name}: ${claims.sub}`;
  return {
    id: null,
    name,
    credential: name,
    owner: digest('sha256', JSON.stringify([entry.Name, claims.sub]), 'buffer'),
    scopes: entry.Scopes,
    slugPatterns: slugPatternsOf(entry, claims),
    allows: allowsOf(entry, claims),
    expiresAt: new Date(claims.exp! * 1_000),
  };
}

export function matchesClaims({ Claims }: TrustedIssuer, token: TokenClaims): boolean {
  return Object.entries(Claims).every(([name, wanted]) => {
    const given = claimText(token, name);
    return given !== null && matchesClaim(wanted, given);
  });
}

function matchesClaim(wanted: string, given: string): boolean {
  const [beginning, rest] = splitPattern(wanted);
  if (rest === null) return given === wanted;
  return given.startsWith(beginning) && rest.test(given.slice(beginning.length));
}

/** Returns the literal beginning of a pattern and what may follow it, null for a text without a wildcard. */
function splitPattern(wanted: string): readonly [string, RegExp | null] {
  const beginning = wanted.replace(/\*+$/, '');
  if (wanted.endsWith('/**')) return [beginning, /^[^/]+(\/[^/]+)*$/];
  if (wanted.endsWith('/*')) return [beginning, /^[^/]+$/];
  return [beginning, wanted.endsWith(':*') ? /^/ : null];
}

/** Returns hints, for the log at start, about valid entries that may not mean what was intended. */
export function listHints(issuers: readonly TrustedIssuer[]): string[] {
  return issuers.flatMap(({ Name, Claims }) =>
    Object.entries(Claims)
      .filter(([, wanted]) => wanted.endsWith('/*'))
      .map(([claim, wanted]) => {
        const beginning = wanted.slice(0, -1);
        return (
          `TRUSTED_ISSUERS, entry ${Name}: ${claim} ${wanted} matches one segment (${beginning}a, not ` +
          `${beginning}a/b). Write ${beginning}** to match any number of segments.`
        );
      }),
  );
}

/** Returns the slug patterns of a token, without invalid ones. */
export function slugPatternsOf(
  { Claims, Slugs }: TrustedIssuer,
  token: TokenClaims,
): readonly string[] {
  const patterns = Slugs.flatMap(slug => {
    const template = parseTemplate(slug, Claims);
    if (!template) return [slug];
    const given = claimText(token, template.claim);
    const text = given && slugText(template, given);
    return text ? [template.prefix + text + template.rest] : [];
  });
  return patterns.filter(isSlugPattern);
}

/** Accepts only literal text: a claim must not introduce a wildcard. */
function slugText({ isPath, fixed }: SlugTemplate, given: string): string | null {
  const text = isPath ? given.slice(fixed.length) : given.split('/').at(-1)!;
  return /^[A-Za-z0-9._/-]+$/.test(text) ? text : null;
}

/** Omits lines whose claim does not match. Without any lines, the token can make no version. */
function allowsOf({ Allows: allows }: TrustedIssuer, token: TokenClaims): Allows | null {
  if (!allows?.Lines) return allows ?? null;
  const lines = allows.Lines.map(line => lineOf(line, token));
  return { ...allows, Lines: lines.filter(isLine) };
}

const LINE_TEMPLATE = /^\{(?<claim>[^{}:*]+):(?<before>[^{}*]*)\*(?<after>[^{}*]*)\}$/;

function lineOf(line: string, token: TokenClaims): string {
  const groups = LINE_TEMPLATE.exec(line)?.groups;
  if (!groups) return line;
  const { claim = '', before = '', after = '' } = groups;
  const text = claimText(token, claim)?.replace(/^refs\/heads\//, '') ?? '';
  const isMatch = text.startsWith(before) && text.endsWith(after);
  return isMatch ? text.slice(before.length, text.length - after.length) : '';
}

function claimText(token: TokenClaims, name: string): string | null {
  const value = Object.hasOwn(token, name) ? token[name] : undefined;
  return typeof value === 'string' ? value : null;
}

/** Claims that do not identify the caller. */
const GENERAL_CLAIMS = ['iss', 'aud', 'exp', 'nbf', 'iat', 'jti'];

const claimPattern = z
  .string()
  .min(1)
  .refine(
    text => /^[^*]*(\/\*|\/\*\*|:\*)?$/.test(text),
    'must be a text, or a beginning that ends in /*, /** or :*',
  );

/** `slugPatternsOf` replaces `{claim}` and `{claim:path}`. */
const slugPattern = z
  .string()
  .refine(
    text => isSlugPattern(text.replace(/\{[^{}]*\}/g, 'x')),
    "must be a slug or the beginning of slugs and '*', also with {claim}",
  );

/** `{claim:pattern}` stands for what the `*` in the pattern matches. */
const linePattern = z
  .string()
  .refine(
    text => isLine(text) || LINE_TEMPLATE.test(text),
    'must be a line such as 1.4, or {claim:pattern} with one *, such as {ref:release/*}',
  );

const entry = z
  .strictObject({
    Name: z.string().regex(/^[^\p{Cc}]{1,50}$/u, 'must be 1 to 50 characters'),
    // Must equal the `iss` claim.
    Issuer: z
      .string()
      .refine(isSecureAddress, 'must be an https URL, or an http URL of a loopback address'),
    Audience: z.string().min(1),
    // A text, which may end in a wildcard: `/*` (one segment), `/**` (one or more segments) or `:*` (anything).
    Claims: z
      .record(z.string(), claimPattern)
      .refine(
        claims => Object.keys(claims).some(name => !GENERAL_CLAIMS.includes(name)),
        'must have at least one claim besides issuer and audience',
      ),
    Scopes: z.array(z.enum(['read', 'write'], 'must be read or write')).min(1),
    Slugs: z.array(slugPattern).min(1).max(100),
    Allows: z
      .strictObject({
        Components: z.array(z.enum(['Major', 'Minor', 'Patch'])).min(1),
        PreReleases: z.enum(['only', 'never']),
        Lines: z.array(linePattern).min(1).max(100),
        Create: z.boolean(),
        Set: z.boolean(),
      })
      .partial()
      .optional(),
  })
  .superRefine(({ Claims, Slugs }, issues) => {
    for (const [index, slug] of Slugs.entries()) {
      const message = templateFault(slug, Claims);
      if (message !== null) issues.addIssue({ code: 'custom', path: ['Slugs', index], message });
    }
  });

const entries = z
  .array(entry)
  .refine(
    list => new Set(list.map(({ Name }) => Name)).size === list.length,
    'must have a Name of its own each',
  )
  // Ends the first pass, so that collisions are searched only if every entry is valid.
  .transform(list => list)
  .superRefine((list, issues) => {
    const message = findCollision(list);
    if (message !== null) issues.addIssue({ code: 'custom', message });
  });

/** TRUSTED_ISSUERS, a JSON list of entries; the first that matches a token applies. */
export const trustedIssuersSetting: Setting<readonly TrustedIssuer[]> = json(
  entries,
  'a JSON list of { Name, Issuer, Audience, Claims, Scopes, Slugs, Allows? }',
  '[]',
  'issuers of OpenID Connect tokens that pipelines call with, as JSON (docs/contract/versioning.md)',
);
