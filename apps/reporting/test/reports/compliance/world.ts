import fc from 'fast-check';

/** The facts of one organization, identified by their index in lists. */
export interface World {
  readonly facilities: readonly boolean[];
  /** Whether each competency is critical. */
  readonly competencies: readonly boolean[];
  readonly profiles: readonly (readonly number[])[];
  /** The achievements that each profile requires. */
  readonly requirements: readonly (readonly number[])[];
  /** The measurement of each achievement. */
  readonly achievements: readonly number[];
  readonly members: readonly WorldMember[];
}

export interface WorldMember {
  readonly hasAccess: boolean;
  /** By department; null without an affiliation. */
  readonly functions: readonly (FunctionName | null)[];
  readonly assignments: readonly Assignment[];
  /** The index of the primary assignment, if any. */
  readonly primary: number;
  /** By competency; null without a record. */
  readonly standings: readonly (Standing | null)[];
  readonly tickets: readonly Ticket[];
}

export type FunctionName = 'Department' | 'Organization' | 'Administration' | 'Employee';

export interface Assignment {
  readonly department: number;
  readonly profile: number;
  readonly requiresCompliance: boolean;
}

/** When something expires, in milliseconds from now; null for never. */
export type Expiry = number | null;

interface Standing {
  readonly status: (typeof STATUSES)[number];
  readonly isValidated: boolean;
  readonly expiry: Expiry;
}

interface Ticket {
  readonly achievement: number;
  readonly status: 'Pending' | 'Valid' | 'Expired' | 'Submitted';
  readonly isRequired: boolean;
  /** When it is issued, in milliseconds from now; null if unknown. */
  readonly issue: Expiry;
  readonly expiry: Expiry;
}

const STATUSES = [
  'NotCompleted',
  'SelfAssessed',
  'Submitted',
  'Validated',
  'NeedsTraining',
  'NotApplicable',
  'Expired',
] as const;

const [DEPARTMENTS, COMPETENCIES, PROFILES, ACHIEVEMENTS] = [3, 6, 4, 4];
const DAY = 86_400_000;
const expiry = fc.constantFrom(-1, 0, 1, DAY, DAY + 1, null);
const issue = fc.constantFrom(-DAY, 0, 1, DAY, null);
const functionName = fc.constantFrom('Department', 'Organization', 'Administration', 'Employee');

const member: fc.Arbitrary<WorldMember> = fc.record({
  hasAccess: fc.nat(5).map(draw => draw > 0),
  functions: fc.array(fc.option(functionName), listOf(DEPARTMENTS)),
  assignments: fc.uniqueArray(
    fc.record({
      department: fc.nat(DEPARTMENTS - 1),
      profile: fc.nat(PROFILES - 1),
      requiresCompliance: fc.boolean(),
    }),
    { maxLength: 5, selector: ({ department, profile }) => department * PROFILES + profile },
  ),
  primary: fc.nat(5),
  standings: fc.array(
    fc.option(
      fc.record({ status: fc.constantFrom(...STATUSES), isValidated: fc.boolean(), expiry }),
    ),
    listOf(COMPETENCIES),
  ),
  tickets: fc.array(
    fc.record({
      achievement: fc.nat(ACHIEVEMENTS - 1),
      status: fc.constantFrom('Pending', 'Valid', 'Expired', 'Submitted'),
      isRequired: fc.nat(3).map(draw => draw > 0),
      issue,
      expiry,
    }),
    { maxLength: 6 },
  ),
});

export const world: fc.Arbitrary<World> = fc.record({
  facilities: fc.array(fc.boolean(), listOf(DEPARTMENTS)),
  competencies: fc.array(fc.boolean(), listOf(COMPETENCIES)),
  profiles: fc.array(fc.uniqueArray(fc.nat(COMPETENCIES - 1)), listOf(PROFILES)),
  requirements: fc.oneof(
    fc.constant([[], [], [], []]),
    fc.array(fc.uniqueArray(fc.nat(ACHIEVEMENTS - 1)), listOf(PROFILES)),
  ),
  achievements: fc.array(fc.constantFrom(1, 2, 5, 12), listOf(ACHIEVEMENTS)),
  members: fc.array(member, { minLength: 1, maxLength: 4 }),
});

function listOf(length: number) {
  return { minLength: length, maxLength: length };
}

/** Whether an assignment is the primary one, which always requires compliance. */
export function isPrimary({ primary, assignments }: WorldMember, assignment: Assignment): boolean {
  return assignments[primary] === assignment;
}
