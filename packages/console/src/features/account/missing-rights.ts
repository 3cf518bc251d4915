import { t } from '@lingui/core/macro';
import type { Session } from '../../api/queries';

export interface MissingRight {
  readonly right: string;
  /** What it is needed for. */
  readonly purpose: string;
}

/** Who gives any of them. */
export const GIVEN_BY = t`an operator gives it under Accounts`;

/** What the account still needs to read reports, on the pages and with a secret. */
export function missingRights({ organizations, roles }: Session): MissingRight[] {
  const withoutRole = organizations.filter(({ rights }) => !rights.developerRole);
  return [
    ...(organizations.length === 0 && !roles.isOperator
      ? [{ right: t`Access to an organization`, purpose: t`every report needs it` }]
      : []),
    ...(roles.reportAccess
      ? []
      : [{ right: t`Report access`, purpose: t`most reports need it, here and with a secret` }]),
    ...(roles.apiAccess
      ? []
      : [{ right: t`API access`, purpose: t`it is needed to make and to use a secret` }]),
    ...withoutRole.map(({ name }) => ({
      right: t`Developer role in ${name}`,
      purpose: t`a secret reads nothing there without it`,
    })),
  ];
}

/** Why a secret of an organization would be of no or little use; null where it would read every report. */
export function secretWarning(
  { organizations, roles }: Session,
  handle: string | null,
): string | null {
  if (!roles.apiAccess) return t`A secret cannot be made without API access: ${GIVEN_BY}.`;
  const organization = organizations.find(organization => organization.handle === handle);
  if (organization === undefined && !roles.isOperator) {
    return t`A secret would read nothing: access to an organization is missing, ${GIVEN_BY}.`;
  }
  if (organization?.rights.developerRole === false) {
    return t`A secret would read nothing: the Developer role in ${organization.name} is missing, ${GIVEN_BY}.`;
  }
  return roles.reportAccess
    ? null
    : t`A secret would read none of the reports that need report access: ${GIVEN_BY}.`;
}
