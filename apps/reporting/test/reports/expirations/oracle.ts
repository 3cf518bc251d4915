import type { Database } from '@platform/db';

/** What expires, in the words of the contract, row by row: slow, and easy to believe. */
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
  readonly days: number;
  readonly kinds: readonly string[];
  readonly requiredOnly: boolean;
  /** Ids; empty is every department. */
  readonly departments: readonly string[];
}

const RANK = ['Valid', 'Submitted', 'Pending', 'Expired'];

export async function expectedExpirations(
  { prisma }: Database,
  companyId: number,
  now: Date,
  { days, kinds, requiredOnly, departments }: ExpirationRequest,
): Promise<ExpectedExpiration[]> {
  const until = new Date(now.getTime() + days * 24 * 3_600_000);
  const isInWindow = (time: Date | null) => time !== null && time > now && time <= until;
  const members = await prisma.member.findMany({
    where: { companyId },
    include: {
      account: true,
      affiliations: { include: { department: true } },
      assignments: { include: { profile: { include: { competencies: true } } } },
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

    for (const achievementId of new Set(member.tickets.map(ticket => ticket.achievementId))) {
      const [best] = member.tickets
        .filter(ticket => ticket.achievementId === achievementId)
        .map(ticket => {
          const isOver = ticket.status === 'Valid' && ticket.expiresAt && ticket.expiresAt <= now;
          return { ...ticket, status: isOver ? 'Expired' : ticket.status };
        })
        .sort(
          (a, b) =>
            RANK.indexOf(a.status) - RANK.indexOf(b.status) ||
            latest(a.expiresAt, b.expiresAt, Infinity) ||
            latest(a.issuedAt, b.issuedAt, -Infinity) ||
            (a.uuid < b.uuid ? -1 : 1),
        );
      if (best!.status !== 'Valid' || !isInWindow(best!.expiresAt)) continue;
      expected.push({
        ...own,
        kind: 'achievement',
        itemId: best!.achievement.uuid,
        isRequired: best!.isRequired,
        status: 'Valid',
        expiresAt: best!.expiresAt!,
        order: [member.account.name, best!.achievement.name, member.uuid, best!.achievement.uuid],
      });
    }

    const needed = new Set(
      member.assignments
        .filter(({ requiresCompliance }) => requiresCompliance)
        .flatMap(({ profile }) => profile.competencies.map(({ competencyId }) => competencyId)),
    );
    for (const { competency, status, isValidated, expiresAt } of member.standings) {
      const isSatisfied = status === 'Validated' || (status === 'NotApplicable' && isValidated);
      if (!isSatisfied || !isInWindow(expiresAt)) continue;
      expected.push({
        ...own,
        kind: 'competency',
        itemId: competency.uuid,
        isRequired: needed.has(competency.id),
        status: status === 'NotApplicable' ? 'Not Applicable' : status,
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
