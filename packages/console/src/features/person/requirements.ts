import type { Schemas } from '../../api/client';
import { dayAfter, dayOf } from '../../text/dates';

export type Person = Schemas['PersonCompliance'];
export type Requirement = Schemas['Requirement'];

/** What to look at first. */
export type State = 'missing' | 'expiring' | 'held';

const SATISFIED: readonly string[] = ['Valid', 'Validated', 'Not Applicable'];
/** The days before its end in which something is about to expire. */
export const SOON_DAYS = 90;

export function stateOf({ status, expiresAt }: Requirement, now = Date.now()): State {
  if (!SATISFIED.includes(status)) return 'missing';
  const day = dayOf(expiresAt);
  return day !== null && day <= dayAfter(SOON_DAYS, now) ? 'expiring' : 'held';
}

/** Missing before expiring before held, then by the order of the API. */
export function byUrgency(requirements: readonly Requirement[]): Requirement[] {
  const rank = { missing: 0, expiring: 1, held: 2 };
  return [...requirements].sort(
    (a, b) => Number(b.isRequired) - Number(a.isRequired) || rank[stateOf(a)] - rank[stateOf(b)],
  );
}

/** How many of what is required are in each state. */
export function countStates(requirements: readonly Requirement[]): Record<State, number> {
  const counts = { missing: 0, expiring: 0, held: 0 };
  for (const requirement of requirements) {
    if (requirement.isRequired) counts[stateOf(requirement)] += 1;
  }
  return counts;
}
