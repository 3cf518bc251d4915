import { type Column, columnsOf } from '../table/column';
import type { ComplianceSummary } from './compliance-summaries.dto';
import type { ComplianceSummaryRow } from './compliance-summary.query';
import { measurementName } from './measurements';

/** The columns of CSV and XLSX (decisions-reporting, "Formats"). */
export const complianceSummaryColumns: readonly Column<ComplianceSummaryRow>[] = [
  ...columnsOf<ComplianceSummaryRow>({
    departmentId: 'text',
    departmentName: 'text',
    departmentCode: 'text',
    memberId: 'text',
    memberName: 'text',
    memberCode: 'text',
    primaryProfileId: 'text',
    primaryProfileName: 'text',
    primaryProfileCode: 'text',
    measurementKey: 'integer',
  }),
  {
    name: 'measurementName',
    type: 'text',
    value: ({ measurementKey }) => measurementName(measurementKey),
  },
  ...columnsOf<ComplianceSummaryRow>({
    score: 'decimal',
    required: 'integer',
    satisfied: 'integer',
    expired: 'integer',
    notCompleted: 'integer',
    notApplicable: 'integer',
    needsTraining: 'integer',
    selfAssessed: 'integer',
    submitted: 'integer',
    validated: 'integer',
  }),
];

/** A row as JSON nests it. */
export function toComplianceSummary(row: ComplianceSummaryRow): ComplianceSummary {
  const { departmentId, departmentName, departmentCode } = row;
  const { memberId, memberName, memberCode } = row;
  const { primaryProfileId, primaryProfileName, primaryProfileCode } = row;
  const { measurementKey, score, required, satisfied, expired, notCompleted } = row;
  const { notApplicable, needsTraining, selfAssessed, submitted, validated } = row;
  return {
    department: { id: departmentId, name: departmentName, code: departmentCode },
    member: { id: memberId, name: memberName, code: memberCode },
    primaryProfile:
      primaryProfileId === null
        ? null
        : { id: primaryProfileId, name: primaryProfileName!, code: primaryProfileCode },
    measurement: {
      key: measurementKey,
      name: measurementName(measurementKey),
      score,
      required,
      satisfied,
      expired,
      notCompleted,
      notApplicable,
      needsTraining,
      selfAssessed,
      submitted,
      validated,
    },
  };
}
