import { createContext, useContext } from 'react';

/** The organization whose records a record keeper imports, and names with each call; null for an operator, who sees all imports. */
export type Kept = string | null;

export const KeptOrganization = createContext<Kept>(null);

export function useKept(): Kept {
  return useContext(KeptOrganization);
}
