import { Box } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { readPages } from '../api/queries';
import type { QueryOf, Report } from '../api/report';
import { ReportView } from './report-view';
import type { Column, Sorting } from './table/columns';
import { DataTable } from './table/data-table';
import { HeadedTable } from './table/headed-table';
import { Pages, type PagesProps } from './table/pages';
import type { Expansion } from './table/table-rows';

export interface ReportPage<Row> {
  readonly items: readonly Row[];
  readonly total: number;
  readonly isTotalExact?: boolean;
  readonly page: number;
  readonly pageSize: number;
}

interface PagedReportProps<Row, Data extends ReportPage<Row>> {
  report: Report<Data>;
  label: string;
  columns: readonly Column<Row>[];
  rowId: (row: Row) => string;
  /** Shows another page, if the page is not in the address. */
  onPage?: PagesProps['onPage'];
  empty: ReactNode | ((data: Data) => ReactNode);
  summary?: (data: Data) => ReactNode;
  sorting?: Sorting;
  expansion?: Expansion<Row>;
  isPinned?: boolean;
  /** Returns the query for another page, for printing all pages. */
  pageOf?: (page: number, pageSize: number) => QueryOf<Data>;
}

const PRINT_PAGE_SIZE = 200;

/** A paged report: a table with pagination, or a message if it is empty. */
export function PagedReport<Row extends object, Data extends ReportPage<Row>>(
  props: PagedReportProps<Row, Data>,
) {
  const { report, label, columns, rowId, onPage, empty, summary, sorting, pageOf } = props;
  const { expansion, isPinned = false } = props;
  const client = useQueryClient();
  return (
    <ReportView report={report}>
      {data => (
        <>
          {summary?.(data)}
          {data.total === 0 ? (
            typeof empty === 'function' ? (
              empty(data)
            ) : (
              empty
            )
          ) : (
            <>
              <DataTable
                // Scrolls to the top of each page.
                key={data.page}
                {...{ label, columns, rowId, isPinned, expansion }}
                fetchRows={
                  pageOf &&
                  (max => readPages(page => client.query(pageOf(page, PRINT_PAGE_SIZE)), max))
                }
                rows={data.items}
                total={data.total}
                sorting={sorting ?? null}
              />
              <Pages {...data} onPage={onPage} />
            </>
          )}
        </>
      )}
    </ReportView>
  );
}

/** A list, or a page of it, with custom rows. */
export function ListReport<Item>(props: {
  report: Report<readonly Item[] | ReportPage<Item>>;
  label: string;
  titles: readonly string[];
  minWidth?: number;
  row: (item: Item) => ReactNode;
  empty: ReactNode;
}) {
  const { report, label, titles, minWidth = 860, row, empty } = props;
  return (
    <ReportView report={report}>
      {data => {
        const { items, total } = 'items' in data ? data : { items: data, total: data.length };
        if (total === 0) return empty;
        return (
          <>
            <Box className="surface">
              <HeadedTable label={label} titles={titles} minWidth={minWidth}>
                {items.map(row)}
              </HeadedTable>
            </Box>
            {'items' in data && <Pages {...data} />}
          </>
        );
      }}
    </ReportView>
  );
}
