import { randomUUID } from 'node:crypto';
import { type Database, execute, query, readStatements, type Transaction } from '@platform/db';
import { problemOf } from '../../http/problems';
import { formatTimes, type RowOf } from '../../http/times';
import { type Editor, editRecord, notOfOrganization, readInstants } from './edits';
import type { Ticket, TicketChange, TicketRequest } from './tickets.dto';

const sql = readStatements(__dirname, 'tickets.sql');

const find = sql<RowOf<Ticket, 'issuedAt' | 'expiresAt'>>('find-ticket');
const write = sql('write-ticket');
const withdraw = sql('withdraw-ticket');

/** @throws Problem unknown-ticket */
export async function getTicket(db: Database, editor: Editor, id: string): Promise<Ticket> {
  const found = await findTicket(db, editor, { id, memberId: null });
  if (!found) throw problemOf('unknown-ticket');
  return found;
}

/** Adds a ticket. @throws Problem invalid-request for ids that the organization does not have */
export async function recordTicket(
  db: Database,
  editor: Editor,
  given: TicketRequest,
): Promise<Ticket> {
  const request = readInstants(given, ['issuedAt', 'expiresAt']);
  const id = randomUUID();
  const { memberId } = request;
  const ticket = { ...DEFAULTS, ...request, id };
  const recorded = await editRecord<Ticket>(db, editor, {
    kind: 'ticket-recorded',
    memberId,
    find: tx => findTicket(tx, editor, { id, memberId }),
    write: tx => writeTicket(tx, editor, ticket),
    unknownMember: () => notOfOrganization('memberId'),
  });
  return recorded!;
}

/**
 * Changes the given properties of a ticket; without any, imports may still change it.
 * @throws Problem unknown-ticket, precondition-failed, invalid-request
 */
export async function correctTicket(
  db: Database,
  editor: Editor,
  id: string,
  given: TicketChange,
): Promise<Ticket> {
  const change = readInstants(given, ['issuedAt', 'expiresAt']);
  const isEmpty = Object.keys(change).length === 0;
  const corrected = await editTicket(
    db,
    editor,
    { id, kind: 'ticket-corrected' },
    async (tx, before) => {
      if (!isEmpty) await writeTicket(tx, editor, { ...before, ...change });
    },
  );
  return corrected!;
}

/** Withdraws a ticket, so that imports do not bring it back. @throws Problem unknown-ticket, precondition-failed */
export async function withdrawTicket(db: Database, editor: Editor, id: string): Promise<void> {
  await editTicket(db, editor, { id, kind: 'ticket-withdrawn' }, async (tx, { memberId }) => {
    await query(tx, withdraw, { organization: editor.organization.id, id, memberId });
  });
}

const DEFAULTS = {
  isRequired: false,
  issuedAt: null,
  expiresAt: null,
  certificateNumber: null,
  note: null,
};

async function editTicket(
  db: Database,
  editor: Editor,
  { id, kind }: { readonly id: string; readonly kind: 'ticket-corrected' | 'ticket-withdrawn' },
  change: (tx: Transaction, before: Ticket) => Promise<void>,
): Promise<Ticket | undefined> {
  const { memberId } = await getTicket(db, editor, id);
  return editRecord<Ticket>(db, editor, {
    kind,
    memberId,
    find: tx => findTicket(tx, editor, { id, memberId }),
    write(tx, before) {
      // Before the lock, an import may have deleted it or moved it to another member.
      if (!before) throw problemOf('unknown-ticket');
      return change(tx, before);
    },
    unknownMember: () => problemOf('unknown-ticket'),
  });
}

async function findTicket(
  db: Database | Transaction,
  { organization: { id: organization } }: Editor,
  which: { readonly id: string; readonly memberId: string | null },
): Promise<Ticket | undefined> {
  const [found] = await query(db, find, { organization, ...which });
  return found && formatTimes(found);
}

async function writeTicket(
  tx: Transaction,
  { organization: { id: organization } }: Editor,
  { source: _, ...ticket }: Omit<Ticket, 'source'> & { source?: unknown },
): Promise<void> {
  const certificateNumber = ticket.certificateNumber?.trim() ?? null;
  const note = ticket.note?.trim() ?? null;
  const written = await execute(tx, write, { organization, ...ticket, certificateNumber, note });
  if (written === 0) throw notOfOrganization('achievementId');
}
