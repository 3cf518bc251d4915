import type { DepartmentReference } from '../compliance/compliance.dto';
import { type Measurement, measurementName, measurements } from '../compliance/measurements';
import type { Organization } from '../http/principal';
import type { ReportAnswer } from './send-report';
import { type ColumnOptions, type ColumnTable, JsonText } from './table/columns';
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
    scope: { organization, now },
    async *rows() {
      yield await Promise.resolve(list);
    },
    describe: () => ({ filters: [] }),
  };
}

/** The columns of a department, of rows that have its fields. */
export const departmentColumns = {
  departmentId: { type: 'text', json: 'department.id' },
  departmentName: { type: 'text', json: 'department.name' },
  departmentCode: { type: 'text', json: 'department.code' },
} as const;

/** The same of a member. */
export const memberColumns = {
  memberId: { type: 'text', json: 'member.id' },
  memberName: { type: 'text', json: 'member.name' },
  memberCode: { type: 'text', json: 'member.code' },
} as const;

/** The departments of a row: in files their names. */
export const departmentsColumn = {
  type: 'text',
  value: ({ departments }) => departments.map(({ name }) => name).join('; '),
  jsonValue: ({ departments }) => new JsonText(JSON.stringify(departments)),
} as const satisfies ColumnOptions<{ departments: readonly DepartmentReference[] }>;

/** The columns of a measurement, of rows that have its key. */
export const measurementColumns = {
  measurementKey: { type: 'integer', json: 'measurement.key' },
  measurementName: {
    type: 'text',
    json: 'measurement.name',
    measurement: ({ measurementKey }) => measurementKey,
  },
} as const satisfies ColumnTable<{ measurementKey: number }>;
