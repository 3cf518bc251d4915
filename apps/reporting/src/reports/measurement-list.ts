import { type Measurement, measurementName, measurements } from '../compliance/measurements';
import type { Organization } from '../http/principal';
import type { ReportAnswer } from './send-report';
import type { ColumnTable } from './table/columns';
import { reportTable } from './table/report-table';

const measurementTable = reportTable<Measurement>({
  name: 'measurements',
  title: 'Measurements',
  schema: 'MeasurementReference',
  columns: { key: 'integer', name: 'text' },
});

/** The list of them, as an organization calls them, or the specification. */
export function listMeasurements(
  organization: Organization | null,
  now: Date,
): ReportAnswer<Measurement> {
  const names = organization ?? { measurementNames: [] };
  const list = measurements.map(each => ({ ...each, name: measurementName(names, each.key) }));
  return {
    table: measurementTable,
    organization,
    asOf: now,
    async *rows() {
      yield await Promise.resolve(list);
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
    measurement: ({ measurementKey }) => measurementKey,
  },
};
