import type { Organization } from '../http/principal';

export interface Measurement {
  readonly key: number;
  readonly name: string;
  /** Whether it counts competencies of a criticality or achievements of its type. */
  readonly counts: 'competencies' | 'achievements';
}

const NAMES = [
  'Time-Sensitive Safety Certificates',
  'Additional Compliance Requirements',
  'Critical Competencies',
  'Non-Critical Competencies',
  'Codes of Practice',
  'Safe Operating Practices',
  'Site-Specific Operating Procedures',
  'Human Resources Documents',
  'eLearning Modules',
  'Training Guides',
  'Orientations',
  'Operating Procedures',
];

export const measurements: readonly Measurement[] = NAMES.map((name, index) => ({
  key: index + 1,
  name,
  counts: name.endsWith(' Competencies') ? 'competencies' : 'achievements',
}));

export const measurementKeys = measurements.map(({ key }) => key);

/** Returns the organization's name of a measurement, or the default one. */
export function measurementName(
  { measurementNames }: Pick<Organization, 'measurementNames'>,
  key: number,
): string {
  return measurementNames[key - 1] ?? measurements[key - 1]!.name;
}
