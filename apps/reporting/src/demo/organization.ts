import { OFFICES, PLACES, SITES } from './names';
import type { OrganizationPlan, Plan } from './plan';
import type { SeededRandom } from './seeded-random';

/** The purpose of a number: each purpose has its own sequence. */
export const FOR = {
  givenName: 1,
  personType: 3,
  job: 4,
  department: 5,
  function: 6,
  profile: 7,
  standing: 8,
  ticket: 9,
  achievement: 10,
  competency: 11,
  level: 12,
  requirement: 13,
} as const;

export type DemoOrganization = ReturnType<typeof createOrganization>;

/**
 * An organization of a plan, computed from the plan and the seed; nothing is stored. Ids are the same in every run.
 */
export function createOrganization(
  random: SeededRandom,
  { affiliations, members: allMembers }: Plan,
  plan: OrganizationPlan,
) {
  const { index } = plan;
  const shareUpTo = (member: number) =>
    Math.floor(((plan.membersBefore + member) * affiliations) / allMembers);
  return {
    ...plan,
    random,
    id: random.uuid('company', index),
    memberId: (member: number) => random.uuid('member', index, member),
    departmentId: (department: number) => random.uuid('department', index, department),
    profileId: (profile: number) => random.uuid('profile', index, profile),
    competencyId: (competency: number) => random.uuid('competency', index, competency),
    /** The departments of a member, first the one in which they work; none for the edge case. */
    departmentsOf(member: number): readonly number[] {
      const first = random.number(plan.departments, FOR.department, index, member);
      const count = Math.min(shareUpTo(member + 1) - shareUpTo(member), plan.departments);
      return Array.from({ length: count }, (_, place) => (first + place) % plan.departments);
    },
    /** The profiles of a member in the department in which they work, first the primary one. */
    profilesOf(member: number): readonly number[] {
      const first = random.number(plan.profiles, FOR.profile, index, member);
      // Far enough apart to require different competencies.
      const apart = Math.floor(plan.profiles / 5) + random.number(3, FOR.profile, index, member, 1);
      return [first, (first + apart) % plan.profiles];
    },
    competenciesOf(profile: number): readonly number[] {
      const step = Math.floor(plan.competencies / plan.profiles);
      return Array.from(
        { length: plan.competenciesPerProfile },
        (_, place) => (profile * step + place) % plan.competencies,
      );
    },
    /** The percentage of requirements that a department satisfies. */
    levelOf: (department: number) =>
      LEVELS[department] ?? 82 + random.number(13, FOR.level, index, department),
  };
}

/** Whether a department is a facility: two out of three are. */
export function isFacility(department: number): boolean {
  return department % 3 !== 2;
}

/** A place and what stands there, by the number of the department, from 0: each once. */
export function departmentName(department: number): string {
  const place = department % PLACES.length;
  // The number of places is divisible by three: a place has either facilities or offices.
  const kinds = isFacility(department) ? SITES : OFFICES;
  const turn = Math.floor(department / PLACES.length);
  const round = Math.floor(turn / kinds.length);
  const kind = kinds[(turn + place) % kinds.length]!;
  return `${PLACES[place]!} ${kind}${round === 0 ? '' : ` ${round + 1}`}`;
}

/** The first departments of every organization have these trends. */
export const courses = ['improving', 'declining', 'worst'] as const;

/** Their levels. */
const LEVELS: readonly number[] = [94, 76, 38];
