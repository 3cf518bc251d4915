import { createContext, useContext } from 'react';
import { api, apiOf } from '../../api/client';

/** The organization whose records a record keeper imports; null for an operator, who sees all imports. */
export type Kept = string | null;

export const KeptOrganization = createContext<Kept>(null);

export function useKept(): Kept {
  return useContext(KeptOrganization);
}

/** A record keeper names the organization with each call. */
export function recordsApi(kept: Kept) {
  return kept === null ? api : apiOf(kept);
}
