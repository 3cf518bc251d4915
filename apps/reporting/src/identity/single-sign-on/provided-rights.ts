import type { Claims } from '@platform/auth/openid';
import type { Log } from '@platform/http';
import { claimAt, isOmitted } from './claims';
import type { ProviderGrant, Right } from './provider-grants';

/** What a provider gives an account. */
export interface ProvidedRights {
  readonly isOperator: boolean;
  readonly apiAccess: boolean;
  /** Includes API access. */
  readonly reportAccess: boolean;
  /** The widest of the entries that give it. */
  readonly reportScope: ProviderGrant['scope'];
  readonly memberships: readonly { readonly handle: string; readonly isDeveloper: boolean }[];
  /** The claims of grants that the provider left out, so that what they gave before stays. */
  readonly omitted: readonly string[];
}

/** Entra ID lists at most 200 groups in a token; a longer list than this is a mistake of the provider. */
const MAX_VALUES = 10_000;

/** The rights that claims give. A text counts as a list of one; anything else than texts gives nothing. */
export function providedRights(
  grants: readonly ProviderGrant[],
  claims: Claims,
  log: Log,
): ProvidedRights {
  const names = [...new Set(grants.map(({ claim }) => claim))];
  const values = new Map(names.map(name => [name, valuesOf(claims, name, log)]));
  const matching = grants.filter(({ claim, value }) => values.get(claim)!.has(plain(value)));
  const gives = (right: Right) => matching.some(({ rights }) => rights.includes(right));
  const withReports = matching.filter(({ rights }) => rights.includes('reports'));
  const developers = new Map<string, boolean>();
  for (const { company, rights } of matching) {
    if (company === null) continue;
    const handle = company.toLowerCase();
    developers.set(handle, developers.get(handle) === true || rights.includes('developer'));
  }
  return {
    isOperator: gives('operator'),
    apiAccess: gives('api') || gives('reports'),
    reportAccess: gives('reports'),
    reportScope: widestScope(withReports.map(({ scope }) => scope)),
    memberships: [...developers].map(([handle, isDeveloper]) => ({ handle, isDeveloper })),
    omitted: names.filter(name => isOmitted(claims, name)),
  };
}

/** Of the entries that give report access. */
export function widestScope(scopes: readonly ProviderGrant['scope'][]): ProviderGrant['scope'] {
  return scopes.length === 0 || scopes.includes('organization') ? 'organization' : 'administered';
}

function valuesOf(claims: Claims, name: string, log: Log): ReadonlySet<unknown> {
  const value = claimAt(claims, name);
  const list = Array.isArray(value) ? value : [value];
  if (list.length <= MAX_VALUES) return new Set(list.map(plain));
  log.warn({ claim: name, values: list.length }, 'a claim has too many values and gives nothing');
  return new Set();
}

/** Keycloak gives groups as paths. */
function plain(value: unknown): unknown {
  return typeof value === 'string' ? value.replace(/^\//, '') : value;
}

export function givesAnything({ isOperator, apiAccess, memberships }: ProvidedRights): boolean {
  return isOperator || apiAccess || memberships.length > 0;
}
