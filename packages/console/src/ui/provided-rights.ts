import { t } from '@lingui/core/macro';
import type { Schemas } from '../api/client';

type Provided = NonNullable<Schemas['Account']['fromProvider']>;

/** What the provider gives, in words. */
export function providedRights({
  isOperator,
  apiAccess,
  reportAccess,
}: Omit<Provided, 'until'>): string[] {
  return [
    ...(isOperator ? [t`Operator`] : []),
    ...(reportAccess ? [t`Report access`] : apiAccess ? [t`API access`] : []),
  ];
}
