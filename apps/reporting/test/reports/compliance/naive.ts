import { type FunctionName, isPrimary, type World, type WorldMember } from './world';

/** Compliance as specified in prose, computed person by person: slow, but easy to verify. */

export type Condition = 'all' | 'compliance' | 'primary';

export interface Counts {
  required: number;
  satisfied: number;
  expired: number;
  notCompleted: number;
  notApplicable: number;
  needsTraining: number;
  selfAssessed: number;
  submitted: number;
  validated: number;
}

/** "Members reported on": with access and a counted function. */
export function isReportedOn(
  member: WorldMember,
  department: number,
  functions: readonly FunctionName[] = ['Department', 'Organization', 'Administration'],
): boolean {
  const name = member.functions[department];
  return member.hasAccess && name != null && functions.includes(name);
}

/** The competencies of the department's profiles that meet the condition, without duplicates. */
export function needs(
  world: World,
  member: WorldMember,
  department: number,
  condition: Condition,
): Set<number> {
  const counted = countedAssignments(member, department, condition);
  return new Set(counted.flatMap(({ profile }) => world.profiles[profile]!));
}

function countedAssignments(member: WorldMember, department: number, condition: Condition) {
  return member.assignments.filter(assignment => {
    if (assignment.department !== department) return false;
    if (condition === 'all' || isPrimary(member, assignment)) return true;
    return condition === 'compliance' && assignment.requiresCompliance;
  });
}

/** "Competency standing now", counted. */
export function countCompetencies(member: WorldMember, competencies: Iterable<number>): Counts {
  const counts = none();
  for (const competency of competencies) {
    counts.required++;
    const standing = member.standings[competency];
    if (!standing) {
      counts.notCompleted++;
      continue;
    }
    const { status, isValidated, expiry } = standing;
    const canExpire = status === 'Validated' || (status === 'NotApplicable' && isValidated);
    if (canExpire && expiry !== null && expiry <= 0) {
      counts.expired++;
      continue;
    }
    const name = (status.charAt(0).toLowerCase() + status.slice(1)) as keyof Counts;
    counts[name]++;
    if (canExpire) counts.satisfied++;
  }
  return counts;
}

/** The achievements of a type required by a profile or ticket, with the best ticket that counts. */
function countAchievements(
  world: World,
  member: WorldMember,
  department: number,
  measurement: number,
  condition: Condition,
): Counts {
  const counts = none();
  const requiredByProfiles = new Set(
    countedAssignments(member, department, condition).flatMap(
      ({ profile }) => world.requirements[profile]!,
    ),
  );
  for (const [achievement, type] of world.achievements.entries()) {
    if (type !== measurement) continue;
    const tickets = member.tickets.filter(ticket => ticket.achievement === achievement);
    const required = tickets.filter(({ isRequired }) => isRequired);
    if (!requiredByProfiles.has(achievement) && required.length === 0) continue;
    const statuses = (requiredByProfiles.has(achievement) ? tickets : required).map(statusOf);
    counts.required++;
    if (statuses.includes('Valid')) counts.satisfied++;
    else if (statuses.includes('Submitted')) counts.submitted++;
    else if (statuses.includes('Pending') || statuses.length === 0) counts.notCompleted++;
    else counts.expired++;
  }
  return counts;
}

/** "Ticket status now". */
function statusOf({ status, issue, expiry }: WorldMember['tickets'][number]): string {
  if (status !== 'Valid') return status;
  if (issue !== null && issue > 0) return 'Pending';
  return expiry !== null && expiry <= 0 ? 'Expired' : 'Valid';
}

/**
 * The rule before profiles required achievements: the best required ticket for each achievement of a
 * type. Still correct if no profile requires achievements and no ticket is issued in the future.
 */
export function countRequiredTickets(
  world: World,
  member: WorldMember,
  measurement: number,
): Counts {
  const counts = none();
  for (const [achievement, type] of world.achievements.entries()) {
    const tickets = member.tickets
      .filter(ticket => ticket.achievement === achievement && ticket.isRequired)
      .map(({ status, expiry }) =>
        status === 'Valid' && expiry !== null && expiry <= 0 ? 'Expired' : status,
      );
    if (type !== measurement || tickets.length === 0) continue;
    counts.required++;
    if (tickets.includes('Valid')) counts.satisfied++;
    else if (tickets.includes('Submitted')) counts.submitted++;
    else if (tickets.includes('Pending')) counts.notCompleted++;
    else counts.expired++;
  }
  return counts;
}

export function count(
  world: World,
  member: WorldMember,
  department: number,
  measurement: number,
  condition: Condition,
): Counts {
  if (measurement !== 3 && measurement !== 4)
    return countAchievements(world, member, department, measurement, condition);
  const needed = [...needs(world, member, department, condition)].filter(
    competency => world.competencies[competency] === (measurement === 3),
  );
  return countCompetencies(member, needed);
}

/** Rounds half up to four decimals, with integers. */
export function score(part: number, whole: number): number {
  return Math.floor((part * 20_000 + whole) / (2 * whole)) / 10_000;
}

function none(): Counts {
  return {
    required: 0,
    satisfied: 0,
    expired: 0,
    notCompleted: 0,
    notApplicable: 0,
    needsTraining: 0,
    selfAssessed: 0,
    submitted: 0,
    validated: 0,
  };
}
