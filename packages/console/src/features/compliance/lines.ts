import { t } from '@lingui/core/macro';
import type { Schemas } from '../../api/client';
import { score, sum } from '../../counts';

export type Summary = Schemas['ComplianceSummary'];

/** A person in a department, with what each measurement counts for them. */
export interface Line {
  readonly id: string;
  readonly department: Summary['department'];
  readonly member: Summary['member'];
  readonly profile: string | null;
  readonly measurements: ReadonlyMap<number, Summary['measurement']>;
  readonly total: number | null;
}

/** What is counted of a measurement, in the order of the API. */
export const COUNTS = [
  { name: 'required', label: t`Required` },
  { name: 'satisfied', label: t`Satisfied` },
  { name: 'expired', label: t`Expired` },
  { name: 'notCompleted', label: t`Not completed` },
  { name: 'needsTraining', label: t`Needs training` },
  { name: 'selfAssessed', label: t`Self-assessed` },
  { name: 'submitted', label: t`Submitted` },
  { name: 'validated', label: t`Validated` },
  { name: 'notApplicable', label: t`Not applicable` },
] as const;

export function toLines(rows: readonly Summary[]): Line[] {
  const lines = new Map<
    string,
    Omit<Line, 'total'> & { measurements: Map<number, Summary['measurement']> }
  >();
  for (const { department, member, primaryProfile, measurement } of rows) {
    const id = `${department.id} ${member.id}`;
    let line = lines.get(id);
    if (!line) {
      const profile = primaryProfile?.name ?? null;
      line = { id, department, member, profile, measurements: new Map() };
      lines.set(id, line);
    }
    line.measurements.set(measurement.key, measurement);
  }
  return [...lines.values()].map(line => ({
    ...line,
    total: score(sum([...line.measurements.values()])),
  }));
}
