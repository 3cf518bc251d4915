import { measurements } from '../../reports/compliance/measurements';
import type { Calendar } from './calendar';
import type { Cell } from './csv';
import { FOR, type Organization } from './organization';
import type { SeededRandom } from './seeded-random';

export const SNAPSHOT_COLUMNS = [
  'departmentId',
  'measurement',
  'profileCondition',
  'snapshotDate',
  'required',
  'satisfied',
] as const;

/**
 * Two years of weekly snapshots, made up plausibly: compliance that rises slowly, with setbacks. They are
 * not computed from the tickets and standings, whose past the demonstration does not have.
 */
export function* snapshotRows(
  chance: SeededRandom,
  organization: Organization,
  calendar: Calendar,
): Generator<Cell[]> {
  const { index, departments, members, weeks } = organization;
  const people = Math.max(1, Math.round(members / departments));
  for (let department = 0; department < departments; department++) {
    const departmentId = organization.departmentId(department);
    for (const { key } of measurements) {
      const each = 1 + chance.number(4, FOR.snapshot, index, department, key);
      const start = 55 + chance.number(25, FOR.snapshot, index, department, key, 1);
      for (const condition of ['compliance', 'primary'] as const) {
        const required = condition === 'primary' ? people * each : Math.round(people * each * 1.4);
        for (let week = weeks; week > 0; week--) {
          const progress = ((weeks - week) / weeks) * 15;
          const setback = chance.number(6, FOR.snapshot, index, department, key, week);
          const satisfied = Math.floor((required * (start + progress - setback)) / 100);
          yield [departmentId, key, condition, calendar.sunday(week - 1), required, satisfied];
        }
      }
    }
  }
}
