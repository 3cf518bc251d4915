import { COMPANY_NAMES } from './names';

interface Shape {
  readonly members: number;
  readonly departments: number;
  readonly profiles: number;
  readonly competencies: number;
  readonly competenciesPerProfile: number;
  /** How often the list of achievements is repeated, and how many of a type a profile requires. */
  readonly achievementRounds: number;
  readonly achievementsPerType: number;
}

export interface OrganizationPlan extends Shape {
  readonly index: number;
  readonly handle: string;
  readonly name: string;
  /** How many members the organizations before it have: affiliations are spread over all of them. */
  readonly membersBefore: number;
}

export interface Plan {
  readonly organizations: readonly OrganizationPlan[];
  /** Of all organizations combined. */
  readonly affiliations: number;
  readonly members: number;
}

export const SIZES = ['small', 'large', 'huge'] as const;
export type Size = (typeof SIZES)[number];

/** The members of the small organization that are edge cases. */
export const EDGE = {
  noPersonType: 3,
  noAccess: 4,
  employeeOnly: 5,
  noDepartment: 6,
  noCode: 7,
  hostileName: 8,
  noProfile: 9,
} as const;

/** One organization with every status and every edge case. */
const SMALL: Shape = {
  members: 40,
  departments: 6,
  profiles: 5,
  competencies: 30,
  competenciesPerProfile: 10,
  achievementRounds: 1,
  achievementsPerType: 1,
};

/** The largest organization of the documented production scale: about four million standings. */
const LARGEST: Shape = {
  members: 20_000,
  departments: 80,
  profiles: 40,
  competencies: 800,
  competenciesPerProfile: 112,
  achievementRounds: 1,
  achievementsPerType: 1,
};

/** Ten times as many people and departments: about forty million standings and ten million tickets. */
const TEN_TIMES: Shape = {
  members: 200_000,
  departments: 800,
  profiles: 120,
  competencies: 2_400,
  competenciesPerProfile: 103,
  achievementRounds: 4,
  achievementsPerType: 4,
};

const LARGE = [LARGEST, ...smallerShapes(59, 91_000)];

/** The organizations of each size, largest first. */
const SHAPES: Readonly<Record<Size, readonly Shape[]>> = {
  small: [SMALL],
  large: LARGE,
  huge: [TEN_TIMES, ...LARGE],
};
const AFFILIATIONS: Readonly<Record<Size, number>> = {
  small: 60,
  large: 239_000,
  huge: 622_000,
};

/** The organizations of a size. No two sizes or seeds share a name, a handle or an e-mail domain. */
export function createPlan(size: Size, seed: number): Plan {
  let members = 0;
  const organizations = SHAPES[size].map((shape, index) => {
    const plan = { ...shape, ...nameOrganization(size, seed, index), membersBefore: members };
    members += shape.members;
    return plan;
  });
  return { organizations, affiliations: AFFILIATIONS[size], members };
}

/** Approximate; multiplied by the achievements that a profile requires of each type. */
const TICKETS_PER_MEMBER = 12;

export function estimateRows({ organizations, affiliations, members }: Plan): number {
  const standingsAndTickets = organizations.map(
    each =>
      each.members *
      (2 * each.competenciesPerProfile * 0.9 + TICKETS_PER_MEMBER * each.achievementsPerType),
  );
  // Accounts and members; two assignments of most.
  return standingsAndTickets.reduce((sum, rows) => sum + rows, affiliations + 4 * members);
}

/** Whether a member is the edge case; only the small organization has them. */
export function isEdge(members: number, member: number, edge: keyof typeof EDGE): boolean {
  return members < 100 && member === EDGE[edge];
}

/** That many organizations, each slightly smaller than the previous one. */
function smallerShapes(count: number, members: number): Shape[] {
  const weights = Array.from({ length: count }, (_, index) => 1 / (index + 8));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const sizes = weights.map(weight => Math.floor((members * weight) / sum));
  sizes[0]! += members - sizes.reduce((total, size) => total + size, 0);
  return sizes.map(size => ({
    members: size,
    departments: Math.max(4, Math.round(size / 250)),
    profiles: 12,
    competencies: 120,
    competenciesPerProfile: 12,
    achievementRounds: 1,
    achievementsPerType: 1,
  }));
}

function nameOrganization(size: Size, seed: number, index: number) {
  const names = COMPANY_NAMES[size];
  const round = Math.floor(index / names.length);
  const parts = [
    names[index % names.length]!,
    ...(round === 0 ? [] : [round + 1]),
    ...(seed === 1 ? [] : [`seed ${seed}`]),
  ];
  const name = parts.join(' ');
  return { index, name, handle: name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-') };
}
