import { t } from '@lingui/core/macro';
import { Badge } from '@mantine/core';

/** What a standing means for whoever has to act: styles draw a sign, so that colour is not the only one. */
const KINDS: Readonly<Record<string, 'good' | 'open' | 'bad'>> = {
  Valid: 'good',
  Validated: 'good',
  'Not Applicable': 'good',
  Pending: 'open',
  Submitted: 'open',
  'Self-Assessed': 'open',
  Expired: 'bad',
  missing: 'bad',
  'Not Completed': 'bad',
  'Needs Training': 'bad',
};

const NAMES: Readonly<Record<string, string>> = {
  Valid: t`Valid`,
  Validated: t`Validated`,
  'Not Applicable': t`Not Applicable`,
  Pending: t`Pending`,
  Submitted: t`Submitted`,
  'Self-Assessed': t`Self-Assessed`,
  Expired: t`Expired`,
  missing: t`Missing`,
  'Not Completed': t`Not Completed`,
  'Needs Training': t`Needs Training`,
};

/** The word for a standing; "Missing" where nothing is recorded. */
export function statusName(status: string | null): string {
  return NAMES[status ?? 'missing'] ?? status ?? '';
}

/** A standing of an achievement or a competency. */
export function StatusBadge(props: { status: string | null; isSatisfied?: boolean }) {
  const { status, isSatisfied = true } = props;
  const kind = KINDS[status ?? 'missing'] ?? 'open';
  return (
    <Badge
      className="status"
      data-kind={kind === 'good' && !isSatisfied ? 'open' : kind}
      variant="default"
      size="sm"
      radius="sm"
      tt="none"
    >
      {statusName(status)}
    </Badge>
  );
}

/** A word about a row that is no standing. */
export function Tag({ children }: { children: string }) {
  return (
    <Badge variant="default" size="sm" radius="sm" tt="none">
      {children}
    </Badge>
  );
}
