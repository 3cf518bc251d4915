import { Box } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Report } from '../../api/report';
import type { ReportPage } from '../paged-report';
import { ReportView } from '../report-view';
import { HeadedTable } from './headed-table';
import { Pages } from './pages';

/** A page of a list whose rows draw themselves. */
export function ListReport<Item>(props: {
  report: Report<ReportPage<Item>>;
  label: string;
  titles: readonly string[];
  row: (item: Item) => ReactNode;
  empty: ReactNode;
}) {
  const { report, label, titles, row, empty } = props;
  return (
    <ReportView report={report}>
      {data =>
        data.total === 0 ? (
          empty
        ) : (
          <>
            <Box className="surface">
              <HeadedTable label={label} titles={titles} minWidth={860}>
                {data.items.map(row)}
              </HeadedTable>
            </Box>
            <Pages {...data} />
          </>
        )
      }
    </ReportView>
  );
}
