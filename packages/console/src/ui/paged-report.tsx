import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { QueryOf, Report } from '../api/report';
import { ReportView } from './report-view';
import type { Column, Sorting } from './table/columns';
import { DataTable } from './table/data-table';
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
  /** Shows another page, where the address does not say which one is shown. */
  onPage?: PagesProps['onPage'];
  empty: ReactNode | ((data: Data) => ReactNode);
  summary?: (data: Data) => ReactNode;
  sorting?: Sorting;
  expansion?: Expansion<Row>;
  isPinned?: boolean;
  /** Another page of the same list: prints have all of them. */
  pageOf?: (page: number, pageSize: number) => QueryOf<Data>;
}

const PRINT_PAGE_SIZE = 200;

/** A report of which the API answers a page: its table, its pages, and what is said of none. */
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
                // Another page starts at its top.
                key={data.page}
                {...{ label, columns, rowId, isPinned, expansion }}
                fetchRows={
                  pageOf &&
                  (most => {
                    const fetch = (page: number) => client.query(pageOf(page, PRINT_PAGE_SIZE));
                    return fetchAll(fetch, Math.min(data.total, most));
                  })
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

async function fetchAll<Row>(
  fetchPage: (page: number) => Promise<ReportPage<Row>>,
  most: number,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let page = 1; rows.length < most; page++) {
    const { items } = await fetchPage(page);
    if (items.length === 0) break;
    rows.push(...items);
  }
  return rows;
}
