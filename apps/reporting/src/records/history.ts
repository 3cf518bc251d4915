import * as is from './column-types';
import * as when from './date-types';
import { column, departmentId, file, memberId } from './define-file';
import type { ImportFile } from './import-file';

const COMPLETED = 'present.validated + present.not_applicable_validated';

const shareOf = (part: string) => `coalesce(reporting.share(${part}, present.required), 1)`;

export const historyFiles: readonly ImportFile[] = [
  file('compliance-snapshots.csv', {
    table: 'compliance_snapshot',
    row: 'a snapshot',
    about:
      'History for trends from before the first snapshot was taken here. Never deleted by --replace.',
    columns: {
      departmentId: { ...departmentId, stored: 'department_uuid' },
      measurement: column(is.measurement, 'the measurement', '3'),
      profileCondition: column(
        is.oneOf('reporting.profile_condition', 'compliance', 'primary'),
        'profiles that require compliance, or only primary profiles',
        'compliance',
      ),
      snapshotDate: column(when.date, 'the day of the snapshot', '2026-10-25'),
      required: column(is.count, 'how many requirements the department had', '2'),
      satisfied: column(is.count, 'how many of them were satisfied', '1'),
    },
    key: ['departmentId', 'measurement', 'profileCondition', 'snapshotDate'],
    isKept: true,
  }),
  file('monthly-statistics.csv', {
    table: 'monthly_statistic',
    row: 'a statistic',
    about:
      'Monthly statistics from before the first snapshot was taken here, in the form of the report. A month with snapshots taken here keeps its statistics unless --update-history is given. Never deleted by --replace.',
    columns: {
      memberId: { ...memberId, stored: 'member_uuid' },
      departmentId: { ...departmentId, stored: 'department_uuid' },
      month: column(when.month, 'the month of the statistics', '2025-11'),
      asAt: column(when.timestamp, 'the time that the statistics describe', '2025-11-30'),
      category: column(
        is.category,
        'whether they describe the primary profile or secondary ones',
        'Primary',
        { stored: 'item_number' },
      ),
      required: column(
        is.count,
        'how many are required; the sum of all counts below except notApplicableValidated and completed',
        '8',
      ),
      validated: column(is.count, 'how many are validated', '5'),
      expired: column(is.count, 'how many have expired', '1'),
      notCompleted: column(is.count, 'how many are not completed', '1'),
      notApplicable: column(is.count, 'how many are not applicable', '1'),
      notApplicableValidated: column(is.count, 'how many of those are validated', '1'),
      needsTraining: column(is.count, 'how many need training', '0'),
      selfAssessed: column(is.count, 'how many are self-assessed', '0'),
      submitted: column(is.count, 'how many are submitted for validation', '0'),
      completed: column(
        is.optional(is.count),
        'the sum of validated and notApplicableValidated',
        '6',
        { derived: COMPLETED },
      ),
      progress: column(
        is.optional(is.share),
        'the share that is neither notCompleted nor expired',
        '0.75',
        { derived: shareOf('present.required - present.not_completed - present.expired') },
      ),
      score: column(is.optional(is.share), 'the share that is completed', '0.75', {
        derived: shareOf(COMPLETED),
      }),
    },
    key: ['departmentId', 'memberId', 'month', 'category'],
    isKept: true,
    special: {
      otherColumns: {
        is_imported: 'boolean',
        department_role: 'reporting.affiliation_function',
        company_name: 'text',
        department_name: 'text',
        member_name: 'text',
      },
    },
  }),
];
