import type { Cell } from '@platform/spreadsheet';
import { FAMILY_NAMES, GIVEN_NAMES, JOBS, PERSON_TYPES } from './names';
import { type DemoOrganization, FOR } from './organization';
import { isEdge } from './plan';
import type { SeededRandom } from './seeded-random';

/** Coprime to the number of pairs of names. */
const STEP = 1_361;
const INITIALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** The account that may read reports, and the operator: the first two members. */
export const DEMONSTRATOR = 0;
export const OPERATOR = 1;

export function emailOf({ handle }: DemoOrganization, member: number): string {
  if (member === DEMONSTRATOR) return `demo@${handle}.example`;
  if (member === OPERATOR) return `operator@${handle}.example`;
  return `person-${member}@${handle}.example`;
}

/** An account for each member; one may read reports, and one of the first organization is an operator. */
export function* accountRows(organization: DemoOrganization): Generator<Cell[]> {
  for (let member = 0; member < organization.members; member++) {
    // One operator is enough for all organizations.
    const isOperator = member === OPERATOR && organization.index === 0;
    const hasGrants = member === DEMONSTRATOR || isOperator;
    yield [
      organization.random.uuid('account', organization.index, member),
      emailOf(organization, member),
      nameOf(organization, member),
      isOperator,
      hasGrants,
      hasGrants,
    ];
  }
}

/** Every member, with the edge cases among them. */
export function* memberRows(organization: DemoOrganization): Generator<Cell[]> {
  const { random, index, members, id } = organization;
  for (let member = 0; member < members; member++) {
    const hasType =
      !isEdge(members, member, 'noPersonType') && !random.percent(1, FOR.personType, index, member);
    yield [
      organization.memberId(member),
      id,
      random.uuid('account', index, member),
      isEdge(members, member, 'noCode') ? null : `P-${String(member + 1).padStart(5, '0')}`,
      hasType ? personType(random, index, member) : null,
      isEdge(members, member, 'noCode') ? null : random.pick(JOBS, FOR.job, index, member),
      !isEdge(members, member, 'noAccess') &&
        (members < 100 || !random.percent(3, FOR.job, index, member, 1)),
      member === DEMONSTRATOR,
    ];
  }
}

function personType(random: SeededRandom, index: number, member: number): string {
  const isEmployee = random.percent(65, FOR.personType, index, member, 1);
  return isEmployee ? PERSON_TYPES[0] : random.pick(PERSON_TYPES, FOR.personType, index, member, 2);
}

function nameOf({ random, index, members }: DemoOrganization, member: number): string {
  // A formula to spreadsheets, and quotes to CSV.
  if (isEdge(members, member, 'hostileName')) return '=1+1 "Anna", Größe';
  // Each pair of names once, far apart; then with initials.
  const pairs = GIVEN_NAMES.length * FAMILY_NAMES.length;
  const pair = (random.number(pairs, FOR.givenName, index) + member * STEP) % pairs;
  const given = GIVEN_NAMES[pair % GIVEN_NAMES.length]!;
  const family = FAMILY_NAMES[Math.floor(pair / GIVEN_NAMES.length)]!;
  const round = Math.floor(member / pairs);
  return [given, ...initials(round), family].join(' ');
}

/** None, A. to Z., A. A. to Z. Z. and so on. */
function initials(round: number): string[] {
  if (round === 0) return [];
  const before = Math.floor((round - 1) / INITIALS.length);
  return [...initials(before), `${INITIALS[(round - 1) % INITIALS.length]}.`];
}
