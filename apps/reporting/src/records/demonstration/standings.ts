import type { Calendar } from './calendar';
import type { Cell } from './csv';
import { FOR, type Organization } from './organization';
import type { SeededRandom } from './seeded-random';

export const STANDING_COLUMNS = [
  'memberId',
  'competencyId',
  'status',
  'isValidated',
  'validatedAt',
  'expiresAt',
  'validatorId',
] as const;

const RARER = [
  'Not Completed',
  'Self-Assessed',
  'Submitted',
  'Needs Training',
  'Not Applicable',
  'Expired',
] as const;

/** How each member stands against the competencies of its profiles; some have no record yet. */
export function* standingRows(
  chance: SeededRandom,
  organization: Organization,
  calendar: Calendar,
): Generator<Cell[]> {
  const { index, members } = organization;
  // Asked for at every row: made once.
  const competencyIds = Array.from({ length: organization.competencies }, (_, competency) =>
    organization.competencyId(competency),
  );
  const validator = organization.memberId(0);
  for (let member = 0; member < members; member++) {
    const id = organization.memberId(member);
    const profiles = organization.profilesOf(member);
    const needed = new Set(profiles.flatMap(profile => organization.competenciesOf(profile)));
    for (const competency of needed) {
      const draw = chance.number(10_000, FOR.standing, index, member, competency);
      if (draw < 800) continue;
      const status = draw < 7_800 ? 'Validated' : RARER[draw % RARER.length]!;
      // Half of what does not apply was looked at, and then it counts.
      const isValidated =
        status === 'Validated' ||
        status === 'Expired' ||
        (status === 'Not Applicable' && draw % 4 < 2);
      const validatedDaysAgo = 30 + (draw % 700);
      const validFor = status === 'Expired' ? validatedDaysAgo - 10 : 365 + (draw % 3) * 365;
      yield [
        id,
        competencyIds[competency]!,
        status,
        isValidated,
        isValidated ? calendar.at(-validatedDaysAgo) : null,
        isValidated && draw % 5 > 0 ? calendar.at(validFor - validatedDaysAgo) : null,
        isValidated && member > 0 ? validator : null,
      ];
    }
  }
}
