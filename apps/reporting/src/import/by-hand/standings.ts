import { type Database, query, readStatements, type Transaction } from '@platform/db';
import { problemOf } from '../../http/problems';
import { formatTimes, type RowOf } from '../../http/times';
import { type Editor, editRecord, notOfOrganization, readInstants } from './edits';
import type { Standing, StandingRequest } from './standings.dto';

const sql = readStatements(__dirname, 'standings.sql');

const find = sql<RowOf<Standing, 'validatedAt' | 'expiresAt'>>('find-standing');
const write = sql<{ validator: number | null }>('write-standing');
const withdraw = sql('withdraw-standing');

type StandingKey = Readonly<Pick<Standing, 'memberId' | 'competencyId'>>;

/** @throws Problem unknown-standing */
export async function getStanding(
  db: Database,
  editor: Editor,
  key: StandingKey,
): Promise<Standing> {
  const found = await findStanding(db, editor, key);
  if (!found) throw problemOf('unknown-standing');
  return found;
}

/**
 * Sets a member's standing in a competency. Omitted properties are cleared, except isValidated, which follows the status.
 * @throws Problem unknown-member, unknown-competency, precondition-failed, invalid-request
 */
export async function recordStanding(
  db: Database,
  editor: Editor,
  key: StandingKey,
  request: StandingRequest,
): Promise<Standing> {
  const organization = editor.organization.id;
  const { validatedAt = null, expiresAt = null } = readInstants(request, [
    'validatedAt',
    'expiresAt',
  ]);
  const { status, validatorId = null } = request;
  const { isValidated = status === 'Validated' } = request;
  const recorded = await edit(db, editor, { key, kind: 'standing-recorded' }, async tx => {
    const given = { status, isValidated, validatorId, validatedAt, expiresAt };
    const [written] = await query(tx, write, { organization, ...key, ...given });
    if (!written) throw problemOf('unknown-competency');
    if (validatorId !== null && written.validator === null) throw notOfOrganization('validatorId');
  });
  return recorded!;
}

/**
 * Withdraws a standing, so that imports do not bring it back.
 * @throws Problem unknown-member, unknown-standing, precondition-failed
 */
export async function withdrawStanding(
  db: Database,
  editor: Editor,
  key: StandingKey,
): Promise<void> {
  await edit(db, editor, { key, kind: 'standing-withdrawn' }, async (tx, before) => {
    if (!before) throw problemOf('unknown-standing');
    await query(tx, withdraw, { organization: editor.organization.id, ...key });
  });
}

function edit(
  db: Database,
  editor: Editor,
  { key, kind }: { key: StandingKey; kind: 'standing-recorded' | 'standing-withdrawn' },
  write: (tx: Transaction, before: Standing | undefined) => Promise<void>,
): Promise<Standing | undefined> {
  const { memberId } = key;
  return editRecord<Standing>(db, editor, {
    kind,
    memberId,
    find: tx => findStanding(tx, editor, key),
    write,
    unknownMember: () => problemOf('unknown-member-of-organization'),
  });
}

async function findStanding(
  db: Database | Transaction,
  { organization: { id: organization } }: Editor,
  key: StandingKey,
): Promise<Standing | undefined> {
  const [found] = await query(db, find, { organization, ...key });
  return found && formatTimes(found);
}
