import { Box } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { readPages } from '../api/queries';
import type { QueryOf, Report } from '../api/report';
import { ReportView } from './report-view';
import { DataTable, type DataTableProps } from './table/data-table';
import { HeadedTable } from './table/headed-table';
import { Pages, type PagesProps } from './table/pages';

export interface ReportPage<Row> {
  readonly items: readonly Row[];
  readonly total: number;
  readonly isTotalExact?: boolean;
  readonly page: number;
  readonly pageSize: number;
}

interface PagedReportProps<Row, Data extends ReportPage<Row>>
  extends Omit<
    DataTableProps<Row>,
    'rows' | 'total' | 'offset' | 'order' | 'fetchRows' | 'caption'
  > {
  report: Report<Data>;
  /** Shows another page, if the page is not in the address. */
  onPage?: PagesProps['onPage'];
  empty: ReactNode | ((data: Data) => ReactNode);
  summary?: (data: Data) => ReactNode;
  /** Returns the query for another page, for printing all pages. */
  pageOf?: (page: number, pageSize: number) => QueryOf<Data>;
}

const PRINT_PAGE_SIZE = 200;

/** A paged report: a table with pagination, or a message if it is empty. */
export function PagedReport<Row extends object, Data extends ReportPage<Row>>(
  props: PagedReportProps<Row, Data>,
) {
  const { report, onPage, empty, summary, pageOf, sorting = null, ...table } = props;
  const client = useQueryClient();
  const fetchRows =
    pageOf &&
    ((max: number) => readPages(page => client.query(pageOf(page, PRINT_PAGE_SIZE)), max));
  const emptyOf = typeof empty === 'function' ? empty : () => empty;
  return (
    <ReportView report={report}>
      {data => (
        <>
          {summary?.(data)}
          {data.total === 0 ? (
            emptyOf(data)
          ) : (
            <>
              {/* The key scrolls to the top of each page. */}
              <DataTable
                key={data.page}
                {...{ ...table, sorting, fetchRows }}
                rows={data.items}
                total={data.total}
                offset={(data.page - 1) * data.pageSize}
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
