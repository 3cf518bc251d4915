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
  Missing: 'bad',
  'Not Completed': 'bad',
  'Needs Training': 'bad',
};

/** A standing of an achievement or a competency. */
export function StatusBadge({ status }: { status: string | null }) {
  const word = status === null || status === 'missing' ? 'Missing' : status;
  return (
    <Badge
      className="status"
      data-kind={KINDS[word] ?? 'open'}
      variant="default"
      size="sm"
      radius="sm"
      tt="none"
    >
      {word}
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
