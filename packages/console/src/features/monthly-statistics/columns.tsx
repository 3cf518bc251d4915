import { t } from '@lingui/core/macro';
import { count } from '../../text/format';
import { Bar } from '../../ui/bar';
import { functionName } from '../../ui/functions';
import type { Column } from '../../ui/table/columns';
import { personColumn } from '../../ui/table/record-columns';
import type { Statistic } from './monthly-report';

const COUNTS = [
  ['required', t`Required`],
  ['completed', t`Completed`],
  ['validated', t`Validated`],
  ['expired', t`Expired`],
  ['notCompleted', t`Not completed`],
  ['notApplicable', t`Not applicable`],
  ['needsTraining', t`Needs training`],
  ['selfAssessed', t`Self-assessed`],
  ['submitted', t`Submitted`],
] as const;

export const COLUMNS: Column<Statistic>[] = [
  personColumn(),
  { id: 'department', header: t`Department`, value: row => row.departmentName, width: 180 },
  { id: 'role', header: t`Function`, value: row => functionName(row.departmentRole), width: 120 },
  { id: 'item', header: t`Category`, value: row => row.tagPrimacy, width: 110 },
  {
    id: 'score',
    header: t`Score`,
    value: row => row.score,
    cell: row => <Bar value={row.required === 0 ? null : row.score} />,
    width: 140,
  },
  {
    id: 'progress',
    header: t`Progress`,
    value: row => row.progress,
    cell: row => <Bar value={row.required === 0 ? null : row.progress} />,
    width: 140,
  },
  ...COUNTS.map(
    ([name, header]): Column<Statistic> => ({
      id: name,
      header,
      align: 'right',
      value: row => row[name],
      cell: row => count(row[name]),
      width: 118,
    }),
  ),
];
