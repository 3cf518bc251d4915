import { isLacking, type Requirement } from '../../api/queries';
import type { Counts } from '../../counts';
import { dayAfter, dayOf } from '../../text/dates';

/** Filters of requirements. Expiring ones are also held. */
export const SHOWN = ['unsatisfied', 'expiring', 'held'] as const;
export type Shown = (typeof SHOWN)[number];

export const SOON_DAYS = 90;

export function isShown(requirement: Requirement, shown: Shown | undefined, now = Date.now()) {
  switch (shown) {
    case 'unsatisfied':
      return isLacking(requirement);
    case 'expiring':
      return isExpiring(requirement, now);
    case 'held':
      return requirement.isSatisfied;
    default:
      return true;
  }
}

export function countRequirements(requirements: readonly Requirement[]): Counts {
  const required = requirements.filter(({ isRequired }) => isRequired);
  const satisfied = required.filter(({ isSatisfied }) => isSatisfied);
  return { required: required.length, satisfied: satisfied.length };
}

/** Sorts required items first, then unsatisfied ones, then those that expire soon. */
export function byUrgency(requirements: readonly Requirement[], now = Date.now()): Requirement[] {
  const rank = (row: Requirement) => (row.isSatisfied ? (isExpiring(row, now) ? 1 : 2) : 0);
  return [...requirements].sort(
    (a, b) => Number(b.isRequired) - Number(a.isRequired) || rank(a) - rank(b),
  );
}

function isExpiring({ expiresAt, isSatisfied }: Requirement, now: number): boolean {
  const day = dayOf(expiresAt);
  return isSatisfied && day !== null && day <= dayAfter(SOON_DAYS, now);
}
