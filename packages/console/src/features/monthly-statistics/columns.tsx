import { count } from '../../text/format';
import { Bar } from '../../ui/bar';
import type { Column } from '../../ui/table/columns';
import { personColumn } from '../../ui/table/record-columns';
import type { Statistic } from './monthly-report';

const COUNTS = [
  ['required', 'Required'],
  ['completed', 'Completed'],
  ['validated', 'Validated'],
  ['expired', 'Expired'],
  ['notCompleted', 'Not completed'],
  ['notApplicable', 'Not applicable'],
  ['needsTraining', 'Needs training'],
  ['selfAssessed', 'Self-assessed'],
  ['submitted', 'Submitted'],
] as const;

export const COLUMNS: Column<Statistic>[] = [
  personColumn(),
  { id: 'department', header: 'Department', value: row => row.departmentName, width: 180 },
  { id: 'role', header: 'Function', value: row => row.departmentRole, width: 120 },
  { id: 'item', header: 'Category', value: row => row.tagPrimacy, width: 110 },
  {
    id: 'score',
    header: 'Score',
    value: row => row.score,
    cell: row => <Bar value={row.required === 0 ? null : row.score} />,
    width: 140,
  },
  {
    id: 'progress',
    header: 'Progress',
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
