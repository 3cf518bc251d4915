import { type Column, columnsOf } from '../table/column';
import type { ComplianceTrend } from './compliance-trends.dto';
import type { ComplianceTrendRow } from './compliance-trends.query';
import { measurementName } from './measurements';

/** The columns of CSV and XLSX (decisions-reporting, "Formats"). */
export const complianceTrendColumns: readonly Column<ComplianceTrendRow>[] = [
  ...columnsOf<ComplianceTrendRow>({
    departmentId: 'text',
    departmentName: 'text',
    departmentCode: 'text',
    measurementKey: 'integer',
  }),
  {
    name: 'measurementName',
    type: 'text',
    value: ({ measurementKey }) => measurementName(measurementKey),
  },
  ...columnsOf<ComplianceTrendRow>({
    month: 'text',
    snapshotDate: 'date',
    required: 'integer',
    satisfied: 'integer',
    score: 'decimal',
  }),
];

/** A row as JSON nests it. */
export function toComplianceTrend({
  departmentId,
  departmentName,
  departmentCode,
  measurementKey,
  ...totals
}: ComplianceTrendRow): ComplianceTrend {
  return {
    department: { id: departmentId, name: departmentName, code: departmentCode },
    measurement: { key: measurementKey, name: measurementName(measurementKey) },
    ...totals,
  };
}
