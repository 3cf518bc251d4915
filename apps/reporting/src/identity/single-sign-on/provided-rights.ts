import type { Log } from '@platform/http';
import type { ProviderGrant, Right } from './provider-grants';

/** What a provider gives an account. */
export interface ProvidedRights {
  readonly isOperator: boolean;
  readonly apiAccess: boolean;
  /** Includes API access. */
  readonly reportAccess: boolean;
  readonly memberships: readonly { readonly handle: string; readonly isDeveloper: boolean }[];
}

/** Entra ID lists at most 200 groups in a token; a longer list than this is a mistake of the provider. */
const MAX_VALUES = 10_000;

/** The rights that claims give. A text counts as a list of one; anything else than texts gives nothing. */
export function providedRights(
  grants: readonly ProviderGrant[],
  claims: Readonly<Record<string, unknown>>,
  log: Log,
): ProvidedRights {
  const names = new Set(grants.map(({ claim }) => claim));
  const values = new Map([...names].map(name => [name, valuesOf(claims, name, log)]));
  const matching = grants.filter(({ claim, value }) => values.get(claim)!.has(value));
  const gives = (right: Right) => matching.some(({ rights }) => rights.includes(right));
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
    memberships: [...developers].map(([handle, isDeveloper]) => ({ handle, isDeveloper })),
  };
}

function valuesOf(
  claims: Readonly<Record<string, unknown>>,
  name: string,
  log: Log,
): ReadonlySet<unknown> {
  const value = Object.hasOwn(claims, name) ? claims[name] : undefined;
  if (!Array.isArray(value)) return new Set([value]);
  if (value.length <= MAX_VALUES) return new Set(value);
  log.warn({ claim: name, values: value.length }, 'a claim has too many values and gives nothing');
  return new Set();
}

export function givesAnything({ isOperator, apiAccess, memberships }: ProvidedRights): boolean {
  return isOperator || apiAccess || memberships.length > 0;
}
