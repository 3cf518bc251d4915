import { measurements } from '../../reports/compliance/measurements';
import type { Calendar } from './calendar';
import type { Cell } from './csv';
import { ACHIEVEMENTS } from './energy';
import { FOR, type Organization } from './organization';
import type { SeededRandom } from './seeded-random';

export const ACHIEVEMENT_COLUMNS = ['id', 'companyId', 'name', 'type'] as const;

const ALL = measurements.flatMap(({ key, name: type }) =>
  (ACHIEVEMENTS[key] ?? []).map(name => ({ name, type })),
);

/** The same achievements, by name and type, for every organization. */
export function* achievementRows(
  chance: SeededRandom,
  { index, id }: Organization,
): Generator<Cell[]> {
  for (const [achievement, { name, type }] of ALL.entries()) {
    yield [chance.uuid('achievement', index, achievement), id, name, type];
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

const RARER = ['Pending', 'Expired', 'Submitted'] as const;

/** Tickets, most of them valid, some running out these weeks; one in twenty has an achievement twice. */
export function* ticketRows(
  chance: SeededRandom,
  organization: Organization,
  calendar: Calendar,
): Generator<Cell[]> {
  const { index, members, ticketsPerMember } = organization;
  const achievementIds = ALL.map((_, achievement) =>
    chance.uuid('achievement', index, achievement),
  );
  for (let member = 0; member < members; member++) {
    const memberId = organization.memberId(member);
    const first = chance.number(ALL.length, FOR.achievement, index, member);
    const isTwice = chance.percent(5, FOR.achievement, index, member, 1);
    for (let ticket = 0; ticket < ticketsPerMember; ticket++) {
      const draw = chance.number(10_000, FOR.ticket, index, member, ticket);
      const isRepeat = isTwice && ticket === ticketsPerMember - 1;
      const achievement = isRepeat ? first : (first + ticket * 3) % ALL.length;
      const status = draw < 7_500 ? 'Valid' : RARER[draw % RARER.length]!;
      const expires = status === 'Expired' ? -(1 + (draw % 400)) : (draw % 960) - 60;
      const isIssued = status === 'Valid' || status === 'Expired';
      yield [
        chance.uuid('ticket', index, member, ticket),
        memberId,
        achievementIds[achievement]!,
        draw % 5 > 0,
        status,
        isIssued ? calendar.at(expires - 1_095) : null,
        isIssued && draw % 6 > 0 ? calendar.at(expires) : null,
      ];
    }
  }
}
