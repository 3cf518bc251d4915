import { query, readStatements, transaction } from '@platform/db';
import { recordEvent } from '../../audit/audit-events';
import type { DoneBy } from '../../http/principal';
import { problemOf } from '../../http/problems';
import type { Context } from '../../main/context';
import { getOrganizationId } from '../organizations/organizations';
import type { InvitationRequest, Invitations } from './invitations.dto';
import { holdActor } from './operators';

const sql = readStatements(__dirname, 'invitations.sql');

type Found = Invitations & {
  readonly uninvited: readonly { readonly accountId: number; readonly reason: string }[];
};

const find = sql<Found>('find-uninvited');

/**
 * Invites the members of an organization who have access but cannot sign in yet; with `dryRun`, only counts them. Audited.
 * @throws Problem unknown-company, mail-not-configured
 */
export async function inviteMembers(
  { config, db, enqueueMails }: Context,
  { company, dryRun = false }: InvitationRequest,
  doneBy: DoneBy,
): Promise<Invitations> {
  const companyId = await getOrganizationId(db, company);
  if (enqueueMails === null) throw problemOf('mail-not-configured');
  return transaction(db, async tx => {
    await holdActor(tx, doneBy);
    const [found] = await query(tx, find, { companyId, issuer: config.oidcIssuer });
    const { uninvited, ...counts } = found!;
    if (dryRun || uninvited.length === 0) return counts;
    const mails = uninvited.map(each => ({ kind: 'invitation', companyId, ...each }));
    const invited = await enqueueMails(tx, mails);
    await recordEvent(tx, { kind: 'members-invited', companyId, ...doneBy, detail: { invited } });
    return { ...counts, invited };
  });
}
