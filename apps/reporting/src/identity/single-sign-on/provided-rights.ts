import type { Claims } from '@platform/auth/openid';
import type { Log } from '@platform/http';
import { claimAt, isOmitted } from './claims';
import type { ProviderGrant, Right } from './provider-grants';

/** Rights that a provider grants an account. */
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
    reportScope: widestScope(withReports.map(({ scope }) => scope)),
    memberships: [...developers].map(([handle, isDeveloper]) => ({ handle, isDeveloper })),
    omitted: names.filter(name => isOmitted(claims, name)),
  };
}

/** Returns the widest scope among grants of report access. */
export function widestScope(scopes: readonly ProviderGrant['scope'][]): ProviderGrant['scope'] {
  return scopes.length === 0 || scopes.includes('organization') ? 'organization' : 'administered';
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
