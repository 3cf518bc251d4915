import type { ReportAnswer } from '../send-report';
import { reportTable } from '../table/report-table';
import { type Measurement, measurements } from './measurements';

const measurementTable = reportTable<Measurement>({
  name: 'measurements',
  title: 'Measurements',
  schema: 'MeasurementReference',
  columns: { key: 'integer', name: 'text' },
});

/** The list of them, which is the same in every organization. */
export function listMeasurements(now: Date): ReportAnswer<Measurement> {
  return {
    table: measurementTable,
    organization: null,
    asOf: now,
    async *rows() {
      yield await Promise.resolve([...measurements]);
    },
    describe: () => ({ filters: [] }),
  };
}
