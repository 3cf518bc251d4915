import { t } from '@lingui/core/macro';
import type { LinkProps } from '@tanstack/react-router';
import * as icons from 'lucide-react';
import type { Schemas } from './api/client';
import type { Session } from './api/queries';

/** The permission that a page requires. Without it, the link is hidden, and the page explains why. */
type Need = 'signed-in' | 'gaps' | 'report-access' | 'records' | 'operator' | 'outbox';

export interface NavigationItem {
  readonly to: NonNullable<LinkProps['to']>;
  readonly label: string;
  readonly icon: icons.LucideIcon;
  readonly need: Need;
}

/** The pages in the order of the navigation. A page consists of a route and a line here. */
export const NAVIGATION: readonly NavigationItem[] = [
  { to: '/overview', label: t`Overview`, icon: icons.LayoutGrid, need: 'report-access' },
  { to: '/trends', label: t`Trends`, icon: icons.ChartLine, need: 'report-access' },
  { to: '/compliance', label: t`Compliance`, icon: icons.ListChecks, need: 'report-access' },
  { to: '/matrix', label: t`Matrix`, icon: icons.Grid3x3, need: 'report-access' },
  { to: '/expiring', label: t`Expiring`, icon: icons.Clock, need: 'report-access' },
  { to: '/my-compliance', label: t`My compliance`, icon: icons.User, need: 'signed-in' },
  { to: '/achievement-gaps', label: t`Achievement gaps`, icon: icons.CircleAlert, need: 'gaps' },
  { to: '/validations', label: t`Validations`, icon: icons.FileCheck, need: 'report-access' },
  {
    to: '/monthly-statistics',
    label: t`Monthly statistics`,
    icon: icons.Calendar,
    need: 'report-access',
  },
  { to: '/directory', label: t`Directory`, icon: icons.Users, need: 'report-access' },
  { to: '/schedules', label: t`Schedules`, icon: icons.Mail, need: 'report-access' },
  { to: '/glossary', label: t`Glossary`, icon: icons.BookOpen, need: 'signed-in' },
  { to: '/reminders', label: t`Reminders`, icon: icons.Bell, need: 'operator' },
  { to: '/deliveries', label: t`Deliveries`, icon: icons.Send, need: 'operator' },
  { to: '/outbox', label: t`Outbox`, icon: icons.Inbox, need: 'outbox' },
  { to: '/accounts', label: t`Accounts`, icon: icons.Key, need: 'operator' },
  { to: '/service-accounts', label: t`Service accounts`, icon: icons.Key, need: 'operator' },
  { to: '/imports', label: t`Imports`, icon: icons.Upload, need: 'records' },
  { to: '/audit', label: t`Audit`, icon: icons.ScrollText, need: 'operator' },
];

/** Returns the code of the error that a page shows to a user in an organization; null if the user may see it. */
export function refusalOf(
  need: Need,
  { roles: { isOperator, reportAccess }, organizations }: Session,
  organization: string | null,
): Schemas['ProblemDetails']['code'] | null {
  const membership = organizations.find(({ handle }) => handle === organization);
  switch (need) {
    case 'signed-in':
      return null;
    case 'report-access':
      return reportAccess ? null : 'report-access-required';
    case 'gaps': {
      const isDeveloper = isOperator || membership?.rights.developerRole === true;
      return reportAccess || isDeveloper ? null : 'gaps-not-shared';
    }
    case 'records':
      return isOperator || membership?.rights.keepsRecords ? null : 'record-keeper-required';
    case 'operator':
    case 'outbox':
      return isOperator ? null : 'operator-required';
  }
}
