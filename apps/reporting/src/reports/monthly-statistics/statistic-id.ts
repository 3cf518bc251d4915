import { createHash } from 'node:crypto';

export interface StatisticKey {
  /** A UUID, as are the department and the member. */
  readonly companyId: string;
  readonly departmentId: string;
  readonly memberId: string;
  readonly itemNumber: number;
  /** `YYYY-MM` */
  readonly month: string;
}

/** A UUIDv5 (RFC 9562, 5.5) in the name space of the organization: a snapshot taken again keeps it. */
export function statisticId({
  companyId,
  departmentId,
  memberId,
  itemNumber,
  month,
}: StatisticKey): string {
  const hash = createHash('sha1')
    .update(Buffer.from(companyId.replaceAll('-', ''), 'hex'))
    .update(`${departmentId}/${memberId}/${itemNumber}/${month}`)
    .digest();
  hash[6] = (hash[6]! & 0x0f) | 0x50;
  hash[8] = (hash[8]! & 0x3f) | 0x80;
  const hex = hash.toString('hex', 0, 16);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
