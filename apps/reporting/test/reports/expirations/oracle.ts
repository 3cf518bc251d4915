import type { Database } from '@platform/db';

/** Expirations as specified in the contract, computed row by row: slow, but easy to verify. */
export interface ExpectedExpiration {
  readonly kind: 'achievement' | 'competency';
  readonly memberId: string;
  readonly itemId: string;
  readonly isRequired: boolean;
  readonly status: string;
  readonly expiresAt: Date;
  readonly order: readonly string[];
}

export interface ExpirationRequest {
  readonly from: Date;
  readonly to: Date;
  readonly kinds: readonly string[];
  readonly requiredOnly: boolean;
  /** IDs; empty for every department. */
  readonly departments: readonly string[];
}

const RANK = ['Valid', 'Submitted', 'Pending', 'Expired'];

export async function expectedExpirations(
  { prisma }: Database,
  companyId: number,
  now: Date,
  { from, to, kinds, requiredOnly, departments }: ExpirationRequest,
): Promise<ExpectedExpiration[]> {
  const isInWindow = (time: Date | null) => time !== null && time > from && time <= to;
  const members = await prisma.member.findMany({
    where: { companyId },
    include: {
      account: true,
      affiliations: { include: { department: true } },
      assignments: {
        include: { profile: { include: { competencies: true, achievements: true } } },
      },
      standings: { include: { competency: true } },
      tickets: { include: { achievement: true } },
    },
  });
  const expected: ExpectedExpiration[] = [];
  for (const member of members) {
    const isReportedOn =
      member.hasAccess &&
      member.affiliations.some(
        affiliation =>
          affiliation.function !== 'Employee' &&
          (departments.length === 0 || departments.includes(affiliation.department.uuid)),
      );
    if (!isReportedOn) continue;
    const own = { memberId: member.uuid };
    const profiles = member.assignments
      .filter(({ requiresCompliance }) => requiresCompliance)
      .map(({ profile }) => profile);
    const achievementsNeeded = new Set(
      profiles.flatMap(({ achievements }) => achievements.map(each => each.achievementId)),
    );

    for (const achievementId of new Set(member.tickets.map(ticket => ticket.achievementId))) {
      const [best] = member.tickets
        .filter(ticket => ticket.achievementId === achievementId)
        .map(ticket => {
          if (ticket.status !== 'Valid') return ticket;
          if (ticket.issuedAt && ticket.issuedAt > now) return { ...ticket, status: 'Pending' };
          const isOver = ticket.expiresAt && ticket.expiresAt <= now;
          return { ...ticket, status: isOver ? 'Expired' : 'Valid' };
        })
        .sort(
          (a, b) =>
            RANK.indexOf(a.status) - RANK.indexOf(b.status) ||
            latest(a.expiresAt, b.expiresAt, Infinity) ||
            latest(a.issuedAt, b.issuedAt, -Infinity) ||
            (a.uuid < b.uuid ? -1 : 1),
        );
      if (!isInWindow(best!.expiresAt)) continue;
      if (best!.status !== (best!.expiresAt! > now ? 'Valid' : 'Expired')) continue;
      expected.push({
        ...own,
        kind: 'achievement',
        itemId: best!.achievement.uuid,
        isRequired: best!.isRequired || achievementsNeeded.has(achievementId),
        status: best!.status,
        expiresAt: best!.expiresAt!,
        order: [member.account.name, best!.achievement.name, member.uuid, best!.achievement.uuid],
      });
    }

    const needed = new Set(
      profiles.flatMap(({ competencies }) => competencies.map(({ competencyId }) => competencyId)),
    );
    for (const { competency, status, isValidated, expiresAt } of member.standings) {
      const isSatisfied = status === 'Validated' || (status === 'NotApplicable' && isValidated);
      if (!isInWindow(expiresAt)) continue;
      const isOver = expiresAt! <= now;
      if (!isSatisfied && !(isOver && status === 'Expired')) continue;
      expected.push({
        ...own,
        kind: 'competency',
        itemId: competency.uuid,
        isRequired: needed.has(competency.id),
        status: isOver ? 'Expired' : status === 'NotApplicable' ? 'Not Applicable' : status,
        expiresAt: expiresAt!,
        order: [member.account.name, competency.name, member.uuid, competency.uuid],
      });
    }
  }
  return expected
    .filter(({ kind, isRequired }) => kinds.includes(kind) && (isRequired || !requiredOnly))
    .sort(
      (a, b) =>
        a.expiresAt.getTime() - b.expiresAt.getTime() ||
        (a.order.join('\n').toLowerCase() < b.order.join('\n').toLowerCase() ? -1 : 1),
    );
}

function latest(a: Date | null, b: Date | null, absent: number): number {
  const [left, right] = [a?.getTime() ?? absent, b?.getTime() ?? absent];
  return left === right ? 0 : right - left;
}
