import { t } from '@lingui/core/macro';
import { functionName } from '../../ui/functions';
import type { Column } from '../../ui/table/columns';
import { countColumn, personColumn, shareColumn } from '../../ui/table/record-columns';
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
  shareColumn('score', t`Score`, row => (row.required === 0 ? null : row.score)),
  shareColumn('progress', t`Progress`, row => (row.required === 0 ? null : row.progress)),
  ...COUNTS.map(([name, header]) => countColumn<Statistic>(name, header, row => row[name], 118)),
];
