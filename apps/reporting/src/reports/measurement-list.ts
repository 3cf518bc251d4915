import { type Measurement, measurementName, measurements } from '../compliance/measurements';
import type { ReportAnswer } from './send-report';
import type { ColumnTable } from './table/columns';
import { reportTable } from './table/report-table';

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

/** The columns of a measurement, of rows that have its key. */
export const measurementColumns: ColumnTable<{ measurementKey: number }> = {
  measurementKey: { type: 'integer', json: 'measurement.key' },
  measurementName: {
    type: 'text',
    json: 'measurement.name',
    value: ({ measurementKey }) => measurementName(measurementKey),
  },
};
