import { COMPANY_NAMES } from './energy';

/** How large an organization is made. */
export interface OrganizationPlan {
  readonly index: number;
  readonly handle: string;
  readonly name: string;
  readonly members: number;
  /** How many members the organizations before it have: affiliations are spread over all of them. */
  readonly membersBefore: number;
  readonly departments: number;
  readonly profiles: number;
  readonly competencies: number;
  readonly competenciesPerProfile: number;
}

export interface Plan {
  readonly organizations: readonly OrganizationPlan[];
  /** Of all organizations together. */
  readonly affiliations: number;
  readonly members: number;
}

export type Size = 'small' | 'large';

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

/** The documented production scale. */
const LARGE = { members: 111_000, affiliations: 239_000, organizations: 60, biggest: 20_000 };

/** The organizations of a size. No two sizes or seeds share a name, a handle or an e-mail domain. */
export function createPlan(size: Size, seed: number): Plan {
  return size === 'small' ? smallPlan(seed) : largePlan(seed);
}

/** About. */
const TICKETS_PER_MEMBER = 12;

/** About how many rows the files of a plan have. */
export function estimateRows({ organizations, affiliations, members }: Plan): number {
  const standingsAndTickets = organizations.map(
    each => each.members * (2 * each.competenciesPerProfile * 0.9 + TICKETS_PER_MEMBER),
  );
  // Accounts and members; two assignments of most.
  return standingsAndTickets.reduce((sum, rows) => sum + rows, affiliations + 4 * members);
}

/** Whether a member is the edge case; only the small organization has them. */
export function isEdge(members: number, member: number, edge: keyof typeof EDGE): boolean {
  return members < 100 && member === EDGE[edge];
}

/** One organization of 40 people with every status and every edge case. */
function smallPlan(seed: number): Plan {
  const organization = {
    ...nameOrganization('small', seed, 0),
    members: 40,
    membersBefore: 0,
    departments: 6,
    profiles: 5,
    competencies: 30,
    competenciesPerProfile: 10,
  };
  return { organizations: [organization], affiliations: 60, members: 40 };
}

/** One organization of 20,000 people with about four million standings, and 59 smaller ones. */
function largePlan(seed: number): Plan {
  const rest = LARGE.members - LARGE.biggest;
  const weights = Array.from({ length: LARGE.organizations - 1 }, (_, index) => 1 / (index + 8));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const sizes = weights.map(weight => Math.floor((rest * weight) / sum));
  sizes[0]! += rest - sizes.reduce((total, size) => total + size, 0);

  let membersBefore = 0;
  const organizations = [LARGE.biggest, ...sizes].map((members, index) => {
    const isBiggest = index === 0;
    const plan = {
      ...nameOrganization('large', seed, index),
      members,
      membersBefore,
      departments: Math.max(4, Math.round(members / 250)),
      profiles: isBiggest ? 40 : 12,
      competencies: isBiggest ? 800 : 120,
      competenciesPerProfile: isBiggest ? 112 : 12,
    };
    membersBefore += members;
    return plan;
  });
  return { organizations, affiliations: LARGE.affiliations, members: LARGE.members };
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
