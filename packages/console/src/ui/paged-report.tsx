import type { ReactNode } from 'react';
import type { Report } from '../api/report';
import { ReportView } from './report-view';
import type { Column, Sorting } from './table/columns';
import { DataTable } from './table/data-table';
import { Pages } from './table/pages';
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
  /** Names the table. */
  label: string;
  columns: readonly Column<Row>[];
  rowId: (row: Row) => string;
  /** Shows another page. */
  onPage: (page: number, options?: { replace?: boolean }) => void;
  /** What is shown where no row fits the filters. */
  empty: ReactNode | ((data: Data) => ReactNode);
  /** What stands above the table. */
  summary?: (data: Data) => ReactNode;
  sorting?: Sorting;
  expansion?: Expansion<Row>;
  isPinned?: boolean;
  /** Another page of the same list: prints have all of them. */
  fetchPage?: (page: number, pageSize: number) => Promise<ReportPage<Row>>;
}

const PRINT_PAGE_SIZE = 200;

/** A report of which the API answers a page: its table, its pages, and what is said of none. */
export function PagedReport<Row extends object, Data extends ReportPage<Row>>(
  props: PagedReportProps<Row, Data>,
) {
  const { report, label, columns, rowId, onPage, empty, summary, sorting, fetchPage } = props;
  const { expansion, isPinned = false } = props;
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
                {...{ label, columns, rowId, isPinned }}
                {...(expansion && { expansion })}
                {...(fetchPage && { fetchRows: most => fetchAll(fetchPage, data.total, most) })}
                rows={data.items}
                total={data.total}
                sort={sorting ?? 'none'}
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
  fetchPage: (page: number, pageSize: number) => Promise<ReportPage<Row>>,
  total: number,
  most: number,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let page = 1; rows.length < Math.min(total, most); page++) {
    const { items } = await fetchPage(page, PRINT_PAGE_SIZE);
    if (items.length === 0) break;
    rows.push(...items);
  }
  return rows;
}
