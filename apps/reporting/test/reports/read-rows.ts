import type { ReportAnswer } from '../../src/reports/send-report';

/** Reads all rows of a report, as in files. */
export async function readRows<Row, Read>({
  rows: read,
  toRows = (batch: Read[]) => batch as never,
}: ReportAnswer<Row, Read>): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const batch of read(null)) rows.push(...toRows(batch));
  return rows;
}
