import { t } from '@lingui/core/macro';
import { Badge, Text } from '@mantine/core';

/** Whether a status requires action, and its name. */
const STANDINGS: Readonly<Record<string, readonly ['good' | 'open' | 'bad', string]>> = {
  Valid: ['good', t`Valid`],
  Validated: ['good', t`Validated`],
  'Not Applicable': ['good', t`Not Applicable`],
  Pending: ['open', t`Pending`],
  Submitted: ['open', t`Submitted`],
  'Self-Assessed': ['open', t`Self-Assessed`],
  Expired: ['bad', t`Expired`],
  missing: ['bad', t`Missing`],
  'Not Completed': ['bad', t`Not Completed`],
  'Needs Training': ['bad', t`Needs Training`],
};

/** The API's names. */
export const TICKET_STATUSES = ['Valid', 'Pending', 'Submitted', 'Expired'] as const;
export const STANDING_STATUSES = [
  'Validated',
  'Submitted',
  'Self-Assessed',
  'Needs Training',
  'Not Applicable',
  'Not Completed',
  'Expired',
] as const;

/** Signs, so that statuses do not differ only in colour. */
const SIGNS = { good: '✓', open: '…', bad: '✕' } as const;

/** Returns the name of a status; "Missing" for null. */
export function statusName(status: string | null): string {
  return STANDINGS[status ?? 'missing']?.[1] ?? status ?? '';
}

export function StatusBadge(props: { status: string | null; isSatisfied?: boolean | undefined }) {
  const { status, isSatisfied = true } = props;
  const kind = STANDINGS[status ?? 'missing']?.[0] ?? 'open';
  const shown = kind === 'good' && !isSatisfied ? 'open' : kind;
  return (
    <Tag>
      <Text span inherit fw={800} mr={5} c={`var(--${shown})`} data-text={SIGNS[shown]} />
      {statusName(status)}
    </Tag>
  );
}

/** A label in a row. */
export const Tag = Badge.withProps({
  variant: 'default',
  size: 'sm',
  radius: 'sm',
  tt: 'none',
  h: 'auto',
  flex: 'none',
  styles: { label: { whiteSpace: 'normal' } },
});
