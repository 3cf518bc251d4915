import { t } from '@lingui/core/macro';
import { Badge, Text } from '@mantine/core';

/** What a standing means for whoever has to act. */
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

/** So that colour is not the only sign. */
const SIGNS = { good: '✓', open: '…', bad: '✕' } as const;

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

export function StatusBadge(props: { status: string | null; isSatisfied?: boolean | undefined }) {
  const { status, isSatisfied = true } = props;
  const kind = KINDS[status ?? 'missing'] ?? 'open';
  const shown = kind === 'good' && !isSatisfied ? 'open' : kind;
  return (
    <Badge variant="default" size="sm" radius="sm" tt="none">
      <Text span inherit fw={800} mr={5} c={`var(--${shown})`} data-text={SIGNS[shown]} />
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
