import type { Schemas } from '../../api/client';

const REPORTS: Readonly<Record<Schemas['ScheduledReport'], string>> = {
  'achievement-gaps': 'Achievement gaps',
  'compliance-overview': 'Overview',
  'compliance-summaries': 'Compliance',
  'compliance-trends': 'Trends',
  'competency-validations': 'Validations',
  'directory-contacts': 'Directory',
  expirations: 'Expiring',
  'monthly-statistics': 'Monthly statistics',
  people: 'One person',
};

export function reportName(report: Schemas['ScheduledReport']): string {
  return REPORTS[report];
}

type PauseReason = NonNullable<Schemas['Schedule']['pauseReason']>;

const PAUSE_REASONS: Readonly<Record<PauseReason, string>> = {
  owner: 'By its owner',
  operator: 'By an operator',
  left: 'Its owner has left',
  'no-report-access': 'Its owner has no report access',
};

export function pauseReasonName(reason: PauseReason): string {
  return PAUSE_REASONS[reason];
}

const REASONS: Readonly<Record<Schemas['LeftOutReason'], string>> = {
  'not-a-member': 'no access to the organization',
  disabled: 'account disabled',
  'no-email': 'no e-mail',
  'no-report-access': 'no report access',
  unsubscribed: 'ended by the link in a mail',
};

/** `Sent to 2 people; left out: 1 (no report access)`. */
export function runName(run: NonNullable<Schemas['Schedule']['lastRun']>): string {
  const { outcome, sentTo, leftOut, error } = run;
  const reasons = [...new Set(leftOut.map(({ reason }) => REASONS[reason]))].join(', ');
  const rest = leftOut.length === 0 ? '' : `; left out: ${leftOut.length} (${reasons})`;
  switch (outcome) {
    case 'sent':
      return `Sent to ${sentTo} ${sentTo === 1 ? 'person' : 'people'}${rest}`;
    case 'skipped':
      return 'Not sent: there were no rows';
    case 'failed':
      return `Failed: ${error ?? 'the report could not be made'}${rest}`;
  }
}
