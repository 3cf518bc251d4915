/** How large an organization is made. */
export interface OrganizationPlan {
  readonly index: number;
  readonly handle: string;
  readonly name: string;
  readonly members: number;
  /** How many members come before it: affiliations are shared out over all of them. */
  readonly membersBefore: number;
  readonly departments: number;
  readonly profiles: number;
  readonly competencies: number;
  /** Competencies of one profile. */
  readonly competenciesPerProfile: number;
  readonly ticketsPerMember: number;
  readonly weeks: number;
}

export interface Plan {
  readonly organizations: readonly OrganizationPlan[];
  /** Affiliations of all organizations, shared out evenly over their members. */
  readonly affiliations: number;
  readonly members: number;
}

export type Size = 'small' | 'large';

/** The documented production scale (operations, "Commands"). */
const LARGE = { members: 111_000, affiliations: 239_000, organizations: 60, biggest: 20_000 };
const WEEKS = 104;

/** How many organizations a size has, and how large each of them is made. */
export function createPlan(size: Size, names: readonly string[]): Plan {
  return size === 'small' ? smallPlan(names) : largePlan(names);
}

/** One organization of 40 people, in which every status and every edge is met. */
function smallPlan(names: readonly string[]): Plan {
  const organization = {
    ...describe(0, names),
    members: 40,
    membersBefore: 0,
    departments: 6,
    profiles: 5,
    competencies: 30,
    competenciesPerProfile: 10,
    ticketsPerMember: 6,
    weeks: WEEKS,
  };
  return { organizations: [organization], affiliations: 60, members: 40 };
}

/** One organization of 20,000 people with about four million standings, and 59 that share the rest. */
function largePlan(names: readonly string[]): Plan {
  const rest = LARGE.members - LARGE.biggest;
  const weights = Array.from({ length: LARGE.organizations - 1 }, (_, index) => 1 / (index + 8));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const sizes = weights.map(weight => Math.floor((rest * weight) / sum));
  sizes[0]! += rest - sizes.reduce((total, size) => total + size, 0);

  let membersBefore = 0;
  const organizations = [LARGE.biggest, ...sizes].map((members, index) => {
    const isBiggest = index === 0;
    const plan = {
      ...describe(index, names),
      members,
      membersBefore,
      departments: Math.max(4, Math.round(members / 250)),
      profiles: isBiggest ? 40 : 12,
      competencies: isBiggest ? 800 : 120,
      competenciesPerProfile: isBiggest ? 112 : 12,
      ticketsPerMember: 9,
      weeks: WEEKS,
    };
    membersBefore += members;
    return plan;
  });
  return { organizations, affiliations: LARGE.affiliations, members: LARGE.members };
}

function describe(index: number, names: readonly string[]) {
  const base = names[index % names.length]!;
  const round = Math.floor(index / names.length);
  const name = round === 0 ? base : `${base} ${round + 1}`;
  return { index, name, handle: name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-') };
}
