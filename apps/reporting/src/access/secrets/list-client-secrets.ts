import type { Database } from '@platform/db';
import { formatTimestamp, formatTimestampOrNull } from '../../wire-format';
import type { ClientSecret } from './client-secrets.dto';

/** The client secrets of an account, oldest first. */
export async function listClientSecrets(db: Database, accountId: number): Promise<ClientSecret[]> {
  const secrets = await db.prisma.clientSecret.findMany({
    where: { accountId },
    include: { company: { select: { uuid: true } } },
    orderBy: { id: 'asc' },
  });
  return secrets.map(({ uuid, name, prefix, company, createdAt, expiresAt, lastUsedAt }) => ({
    id: uuid,
    name,
    prefix,
    companyId: company.uuid,
    generatedAt: formatTimestamp(createdAt),
    expiresAt: formatTimestampOrNull(expiresAt),
    lastUsedAt: formatTimestampOrNull(lastUsedAt),
  }));
}
