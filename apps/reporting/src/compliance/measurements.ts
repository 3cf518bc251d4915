export interface Measurement {
  readonly key: number;
  readonly name: string;
  /** What it counts: competencies of a criticality, or achievements of its type. */
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

const OF_COMPETENCIES: readonly string[] = ['Critical Competencies', 'Non-Critical Competencies'];

/** The twelve measurements in the order of their keys. */
export const measurements: readonly Measurement[] = NAMES.map((name, index) => ({
  key: index + 1,
  name,
  counts: OF_COMPETENCIES.includes(name) ? 'competencies' : 'achievements',
}));

export const measurementKeys = measurements.map(({ key }) => key);

/** The name of a measurement by its key, from 1. */
export function measurementName(key: number): string {
  return measurements[key - 1]!.name;
}
