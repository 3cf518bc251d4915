import type { Claims } from '@platform/auth/openid';
import type { Log } from '@platform/http';
import { isInvisible, withoutDirectionMarks } from '../../http/hidden-characters';
import { foldEmail } from '../accounts/email';
import type { LinkClaim, ProviderGrant, Right } from './provider-grants';

/** The setting OIDC_EMAIL_VERIFIED: whether to trust e-mails that the provider does not confirm as verified. */
export type EmailTrust = 'required' | 'trusted';

/** A person at the provider. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  /** The folded e-mail; null if there is none that can be trusted. */
  readonly verifiedEmail: string | null;
  readonly emailFault: 'email-missing' | 'email-not-verified' | null;
  readonly name: string | null;
  /** The value of OIDC_LINK_CLAIM's claim, or null. */
  readonly memberCode: string | null;
}

/** OpenID Connect limits subjects to 255 characters; the database rejects control characters. */
const STORABLE = /^[^\p{Cc}\p{Cs}]{1,255}$/u;
const NAME = /^[^\p{Cc}\p{Cs}]{1,200}$/u;

/** Returns null if the subject cannot be stored; an e-mail, name or code that cannot be stored counts as missing. */
export function identityOf(
  claims: Claims,
  trust: EmailTrust,
  linkClaim: LinkClaim | null,
): Identity | null {
  const { iss: issuer, sub: subject, email, name } = claims;
  if (!STORABLE.test(subject)) return null;
  const emailFault =
    typeof email !== 'string' || !STORABLE.test(email)
      ? 'email-missing'
      : isVerified(claims, trust)
        ? null
        : 'email-not-verified';
  return {
    issuer,
    subject,
    verifiedEmail: emailFault === null ? foldEmail(email as string) : null,
    emailFault,
    name: typeof name === 'string' ? readName(name) : null,
    memberCode: linkClaim && codeOf(claimAt(claims, linkClaim.claim)),
  };
}

function codeOf(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const code = String(value).trim();
  return STORABLE.test(code) ? code : null;
}

/** Entra ID's `xms_edov` (e-mail domain owner verified) takes precedence; some providers send strings. */
function isVerified({ email_verified, xms_edov }: Claims, trust: EmailTrust): boolean {
  const said: unknown = xms_edov ?? email_verified;
  if (said === undefined || said === null) return trust === 'trusted';
  return said === true || said === 'true' || (said === xms_edov && (said === 1 || said === '1'));
}

function readName(claim: string): string | null {
  const name = withoutDirectionMarks(claim).trim();
  return NAME.test(name) && !isInvisible(name) ? name : null;
}

/** Returns the value of a claim, or of a path such as `realm_access.roles`; names may contain dots. */
export function claimAt(claims: object, path: string): unknown {
  if (Object.hasOwn(claims, path)) return (claims as Record<string, unknown>)[path];
  for (let dot = path.indexOf('.'); dot !== -1; dot = path.indexOf('.', dot + 1)) {
    const inner = Object.hasOwn(claims, path.slice(0, dot))
      ? (claims as Record<string, unknown>)[path.slice(0, dot)]
      : null;
    if (typeof inner !== 'object' || inner === null) continue;
    const found = claimAt(inner, path.slice(dot + 1));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether the provider omits a claim and only refers to it, as Entra ID does with more than 200 groups. */
function isOmitted(claims: Claims, name: string): boolean {
  const { _claim_names: sources, hasgroups } = claims;
  const isReferred =
    typeof sources === 'object' && sources !== null && Object.hasOwn(sources, name);
  return isReferred || (name === 'groups' && (hasgroups === true || hasgroups === 'true'));
}

export interface ProvidedRights {
  readonly isOperator: boolean;
  readonly apiAccess: boolean;
  /** Includes API access. */
  readonly reportAccess: boolean;
  /** The widest scope among the matching grants. */
  readonly reportScope: ProviderGrant['scope'];
  readonly memberships: readonly { readonly handle: string; readonly isDeveloper: boolean }[];
  /** Claims that the provider omitted, so that rights from them remain unchanged. */
  readonly omitted: readonly string[];
}

/** Entra ID lists at most 200 groups in a token; a longer list than this is a provider misconfiguration. */
const MAX_VALUES = 10_000;

/** Returns the rights granted by claims. A string counts as a one-element list; other types grant nothing. */
export function providedRights(
  grants: readonly ProviderGrant[],
  claims: Claims,
  log: Log,
): ProvidedRights {
  const names = [...new Set(grants.map(({ claim }) => claim))];
  const values = new Map(names.map(name => [name, valuesOf(claims, name, log)]));
  const matching = grants.filter(({ claim, value }) =>
    values.get(claim)!.has(stripLeadingSlash(value)),
  );
  const isGranted = (right: Right) => matching.some(({ rights }) => rights.includes(right));
  const withReports = matching.filter(({ rights }) => rights.includes('reports'));
  const isNarrowed =
    withReports.length > 0 && withReports.every(({ scope }) => scope === 'administered');
  const developers = new Map<string, boolean>();
  for (const { company, rights } of matching) {
    if (company === null) continue;
    const handle = company.toLowerCase();
    developers.set(handle, developers.get(handle) === true || rights.includes('developer'));
  }
  return {
    isOperator: isGranted('operator'),
    apiAccess: isGranted('api') || isGranted('reports'),
    reportAccess: isGranted('reports'),
    reportScope: isNarrowed ? 'administered' : 'organization',
    memberships: [...developers].map(([handle, isDeveloper]) => ({ handle, isDeveloper })),
    omitted: names.filter(name => isOmitted(claims, name)),
  };
}

function valuesOf(claims: Claims, name: string, log: Log): ReadonlySet<unknown> {
  const value = claimAt(claims, name);
  const list = Array.isArray(value) ? value : [value];
  if (list.length <= MAX_VALUES) return new Set(list.map(stripLeadingSlash));
  log.warn({ claim: name, values: list.length }, 'claim has too many values and grants nothing');
  return new Set();
}

/** Keycloak sends groups as paths. */
function stripLeadingSlash(value: unknown): unknown {
  return typeof value === 'string' ? value.replace(/^\//, '') : value;
}

export function grantsAnyRight({ isOperator, apiAccess, memberships }: ProvidedRights): boolean {
  return isOperator || apiAccess || memberships.length > 0;
}
