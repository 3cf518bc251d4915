import type { Database } from '@platform/db';

/** An organization's inner key. @throws Error in a sentence when no organization has the handle */
export async function findCompanyId(db: Database, handle: string): Promise<number> {
  const company = await db.prisma.company.findFirst({
    where: { handle: { equals: handle, mode: 'insensitive' } },
    select: { id: true },
  });
  if (!company) throw new Error(`There is no organization with the handle ${handle}.`);
  return company.id;
}
