import type { Cell } from './csv';
import { isEdge } from './edges';
import { JOBS, PERSON_TYPES } from './energy';
import { FAMILY_NAMES, GIVEN_NAMES } from './names';
import { FOR, type Organization } from './organization';
import type { SeededRandom } from './seeded-random';

/** The account that may read reports, and the one that may everything: the first two members. */
export const DEMONSTRATOR = 0;
const OPERATOR = 1;

/** The e-mail of a member's account. */
export function emailOf({ handle }: Organization, member: number): string {
  if (member === DEMONSTRATOR) return `demo@${handle}.example`;
  if (member === OPERATOR) return `operator@${handle}.example`;
  return `person-${member}@${handle}.example`;
}

export const ACCOUNT_COLUMNS = [
  'id',
  'email',
  'name',
  'isOperator',
  'apiAccess',
  'reportAccess',
] as const;

/**
 * An account for each member; one may call the API and see reports, and one of the first organization is an
 * operator.
 */
export function* accountRows(chance: SeededRandom, organization: Organization): Generator<Cell[]> {
  for (let member = 0; member < organization.members; member++) {
    const isDemonstrator = member === DEMONSTRATOR;
    yield [
      chance.uuid('account', organization.index, member),
      emailOf(organization, member),
      nameOf(chance, organization, member),
      // One operator is enough for all organizations.
      member === OPERATOR && organization.index === 0,
      isDemonstrator,
      isDemonstrator,
    ];
  }
}

export const MEMBER_COLUMNS = [
  'id',
  'companyId',
  'accountId',
  'code',
  'personType',
  'jobTitle',
  'hasAccess',
  'isDeveloper',
] as const;

/** Every member, with the edge cases among them. */
export function* memberRows(chance: SeededRandom, organization: Organization): Generator<Cell[]> {
  const { index, members, id } = organization;
  for (let member = 0; member < members; member++) {
    const hasType =
      !isEdge(members, member, 'noPersonType') && !chance.percent(1, FOR.personType, index, member);
    yield [
      organization.memberId(member),
      id,
      chance.uuid('account', index, member),
      isEdge(members, member, 'noCode') ? null : `P-${String(member + 1).padStart(5, '0')}`,
      hasType ? personType(chance, index, member) : null,
      isEdge(members, member, 'noCode') ? null : chance.pick(JOBS, FOR.job, index, member),
      !isEdge(members, member, 'noAccess') &&
        (members < 100 || !chance.percent(3, FOR.job, index, member, 1)),
      member === DEMONSTRATOR,
    ];
  }
}

/** Most are employees. */
function personType(chance: SeededRandom, index: number, member: number): string {
  const isEmployee = chance.percent(65, FOR.personType, index, member, 1);
  return isEmployee ? PERSON_TYPES[0] : chance.pick(PERSON_TYPES, FOR.personType, index, member, 2);
}

function nameOf(chance: SeededRandom, { index, members }: Organization, member: number): string {
  // What a spreadsheet would take for a formula, and what CSV has to quote.
  if (isEdge(members, member, 'hostileName')) return '=1+1 "Anna", Größe';
  const given = chance.pick(GIVEN_NAMES, FOR.givenName, index, member);
  return `${given} ${chance.pick(FAMILY_NAMES, FOR.familyName, index, member)}`;
}
