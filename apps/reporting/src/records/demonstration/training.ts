import { measurements } from '../../reports/compliance/measurements';
import type { DaysFrom } from './calendar';
import { ACHIEVEMENTS } from './energy';
import { type Cell, FOR, type Organization } from './organization';

export const STANDING_COLUMNS = [
  'memberId',
  'competencyId',
  'status',
  'isValidated',
  'validatedAt',
  'expiresAt',
  'validatorId',
] as const;

const RARER_STANDINGS = [
  'Not Completed',
  'Self-Assessed',
  'Submitted',
  'Needs Training',
  'Not Applicable',
  'Expired',
] as const;

/** How each member stands against the competencies of its profiles; some have no record yet. */
export function* standingRows(organization: Organization, at: DaysFrom): Generator<Cell[]> {
  const { random, index, members } = organization;
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
      const draw = random.number(10_000, FOR.standing, index, member, competency);
      if (draw < 800) continue;
      const status = draw < 7_800 ? 'Validated' : RARER_STANDINGS[draw % RARER_STANDINGS.length]!;
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
        isValidated ? at(-validatedDaysAgo) : null,
        isValidated && draw % 5 > 0 ? at(validFor - validatedDaysAgo) : null,
        isValidated && member > 0 ? validator : null,
      ];
    }
  }
}

export const ACHIEVEMENT_COLUMNS = ['id', 'companyId', 'name', 'type'] as const;

const ALL = measurements.flatMap(({ key, name: type }) =>
  (ACHIEVEMENTS[key] ?? []).map(name => ({ name, type })),
);

/** The same achievements, by name and type, for every organization. */
export function* achievementRows({ random, index, id }: Organization): Generator<Cell[]> {
  for (const [achievement, { name, type }] of ALL.entries()) {
    yield [random.uuid('achievement', index, achievement), id, name, type];
  }
}

export const TICKET_COLUMNS = [
  'id',
  'memberId',
  'achievementId',
  'isRequired',
  'status',
  'issuedAt',
  'expiresAt',
] as const;

const RARER_TICKETS = ['Pending', 'Expired', 'Submitted'] as const;

/** Tickets, most of them valid, some running out these weeks; one in twenty has an achievement twice. */
export function* ticketRows(organization: Organization, at: DaysFrom): Generator<Cell[]> {
  const { random, index, members, ticketsPerMember } = organization;
  const achievementIds = ALL.map((_, achievement) =>
    random.uuid('achievement', index, achievement),
  );
  for (let member = 0; member < members; member++) {
    const memberId = organization.memberId(member);
    const first = random.number(ALL.length, FOR.achievement, index, member);
    const isTwice = random.percent(5, FOR.achievement, index, member, 1);
    for (let ticket = 0; ticket < ticketsPerMember; ticket++) {
      const draw = random.number(10_000, FOR.ticket, index, member, ticket);
      const isRepeat = isTwice && ticket === ticketsPerMember - 1;
      const achievement = isRepeat ? first : (first + ticket * 3) % ALL.length;
      const status = draw < 7_500 ? 'Valid' : RARER_TICKETS[draw % RARER_TICKETS.length]!;
      const expires = status === 'Expired' ? -(1 + (draw % 400)) : (draw % 960) - 60;
      const isIssued = status === 'Valid' || status === 'Expired';
      yield [
        random.uuid('ticket', index, member, ticket),
        memberId,
        achievementIds[achievement]!,
        draw % 5 > 0,
        status,
        isIssued ? at(expires - 1_095) : null,
        isIssued && draw % 6 > 0 ? at(expires) : null,
      ];
    }
  }
}
