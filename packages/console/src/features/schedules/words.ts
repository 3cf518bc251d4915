import { plural, t } from '@lingui/core/macro';
import type { Schemas } from '../../api/client';

const REPORTS: Readonly<Record<Schemas['ScheduledReport'], string>> = {
  'achievement-gaps': t`Achievement gaps`,
  'compliance-overview': t`Overview`,
  'compliance-summaries': t`Compliance`,
  'compliance-trends': t`Trends`,
  'competency-validations': t`Validations`,
  'directory-contacts': t`Directory`,
  expirations: t`Expiring`,
  'monthly-statistics': t`Monthly statistics`,
  people: t`One person`,
};

export function reportName(report: Schemas['ScheduledReport']): string {
  return REPORTS[report];
}

type PauseReason = NonNullable<Schemas['Schedule']['pauseReason']>;

const PAUSE_REASONS: Readonly<Record<PauseReason, string>> = {
  owner: t`By its owner`,
  operator: t`By an operator`,
  left: t`Its owner has left`,
  'no-report-access': t`Its owner has no report access`,
};

export function pauseReasonName(reason: PauseReason): string {
  return PAUSE_REASONS[reason];
}

const REASONS: Readonly<Record<Schemas['LeftOutReason'], string>> = {
  'not-a-member': t`no access to the organization`,
  disabled: t`account disabled`,
  'no-email': t`no e-mail`,
  'no-report-access': t`no report access`,
  unsubscribed: t`ended by the link in a mail`,
};

/** `Sent to 2 people; left out: 1 (no report access)`. */
export function runName(run: NonNullable<Schemas['Schedule']['lastRun']>): string {
  const { outcome, sentTo, leftOut, error } = run;
  const reasons = [...new Set(leftOut.map(({ reason }) => REASONS[reason]))].join(', ');
  const rest = leftOut.length === 0 ? '' : t`; left out: ${leftOut.length} (${reasons})`;
  switch (outcome) {
    case 'sent':
      return plural(sentTo, { one: 'Sent to # person', other: 'Sent to # people' }) + rest;
    case 'skipped':
      return t`Not sent: there were no rows`;
    case 'failed':
      return t`Failed: ${error ?? t`the report could not be made`}` + rest;
  }
}
