import { t } from '@lingui/core/macro';
import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Schemas } from '../../api/client';
import { useReport } from '../../api/report';
import { timeName } from '../../text/format';
import { EmptyState } from '../../ui/page';
import { PagedReport } from '../../ui/paged-report';
import { Tag } from '../../ui/status-badge';
import { type Column, countColumn, textColumn, timeColumn } from '../../ui/table/columns';
import { runsQuery, useWatchedRuns } from './runs';
import { useKeptOrganization } from './upload';
import { changesInWords, STATUSES } from './words';

type Run = Schemas['ImportRunSummary'];

export function RunList({ page }: { page: number | undefined }) {
  const kept = useKeptOrganization();
  const report = useReport(runsQuery(kept, page));
  useWatchedRuns(report.query.data?.items ?? [], kept);
  return (
    <PagedReport
      report={report}
      label={t`Imports`}
      columns={COLUMNS}
      rowId={({ id }) => id}
      pageOf={(other, pageSize) => runsQuery(kept, other, pageSize)}
      expansion={{
        label: ({ name, createdAt }) => t`Details of ${name}, ${timeName(createdAt)}`,
        content: ({ reason, files }) => (
          <Text size="sm">
            {reason ?? (changesInWords(files).join('. ') || t`Nothing changed`)}
          </Text>
        ),
      }}
      empty={
        <EmptyState
          title={t`No import yet`}
        >{t`Drop a file above, or start with the template.`}</EmptyState>
      }
    />
  );
}

const sum = (of: 'inserted' | 'updated' | 'deleted') => (run: Run) =>
  run.files.reduce((total, counts) => total + counts[of], 0);

const COLUMNS: Column<Run>[] = [
  timeColumn('createdAt', t`When`, ({ createdAt }) => createdAt),
  textColumn('name', t`What`, ({ name }) => name, 185, {
    cell: ({ id, name }) => (
      <Link to="/imports" search={before => ({ ...before, run: id })} className="person">
        {name}
      </Link>
    ),
  }),
  textColumn('startedBy', t`Who`, ({ startedBy }) => startedBy, 160),
  textColumn('status', t`Result`, resultName, 120, {
    cell: run => <Tag>{resultName(run)}</Tag>,
  }),
  countColumn('inserted', t`New`, sum('inserted'), 100),
  countColumn('updated', t`Changed`, sum('updated'), 100),
  countColumn('deleted', t`Deleted`, sum('deleted'), 100),
];

function resultName({ status, options }: Run): string {
  return options.dryRun && status === 'succeeded' ? t`Checked` : STATUSES[status];
}
