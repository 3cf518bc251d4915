import type { DepartmentReference } from '../compliance/compliance.dto';
import { type Measurement, measurementName, measurements } from '../compliance/measurements';
import type { Organization } from '../http/principal';
import type { ReportAnswer } from './send-report';
import { type ColumnOptions, type ColumnTable, JsonText } from './table/define-columns';
import { reportTable } from './table/report-table';

const measurementTable = reportTable<Measurement>({
  name: 'measurements',
  title: 'Measurements',
  schema: 'MeasurementReference',
  columns: { key: 'integer', name: 'text' },
});

/** Lists the measurements with the organization's names, or without an organization with their default names. */
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

export const departmentColumns = {
  departmentId: { type: 'text', json: 'department.id' },
  departmentName: { type: 'text', json: 'department.name' },
  departmentCode: { type: 'text', json: 'department.code' },
} as const;

export const memberColumns = {
  memberId: { type: 'text', json: 'member.id' },
  memberName: { type: 'text', json: 'member.name' },
  memberCode: { type: 'text', json: 'member.code' },
} as const;

/** The departments of a row; files contain only their names. */
export const departmentsColumn = {
  type: 'text',
  value: ({ departments }) => departments.map(({ name }) => name).join('; '),
  jsonValue: ({ departments }) => new JsonText(JSON.stringify(departments)),
} as const satisfies ColumnOptions<{ departments: readonly DepartmentReference[] }>;

/** The names of the departments in which a person is counted, in files only. */
export const departmentNamesOf = (who: 'member' | 'person') =>
  ({
    type: 'text',
    json: null,
    meaning: `The departments in which the ${who} has a function other than Employee, separated by semicolons.`,
  }) as const;

/** Columns of the measurement, for rows with its key. */
export const measurementColumns = {
  measurementKey: { type: 'integer', json: 'measurement.key' },
  measurementName: {
    type: 'text',
    json: 'measurement.name',
    measurement: ({ measurementKey }) => measurementKey,
  },
} as const satisfies ColumnTable<{ measurementKey: number }>;
