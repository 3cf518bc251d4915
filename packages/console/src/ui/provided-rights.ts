import type { Schemas } from '../api/client';

type Provided = NonNullable<Schemas['Account']['fromProvider']>;

/** What the provider gives, in words. */
export function providedRights({
  isOperator,
  apiAccess,
  reportAccess,
}: Omit<Provided, 'until'>): string[] {
  return [
    ...(isOperator ? ['Operator'] : []),
    ...(reportAccess ? ['Report access'] : apiAccess ? ['API access'] : []),
  ];
}
