import {
  type Database,
  isLockTimeout,
  query,
  readStatement,
  type Transaction,
  transaction,
} from '@platform/db';
import { Problem } from '@platform/http/problems';
import { requireOtherOperator } from '../accounts/operators';
import type { DoneBy } from '../audit/audit';
import type { ErasureCounts } from './privacy.dto';

export interface ErasureOptions {
  readonly doneBy: DoneBy;
  readonly isDryRun?: boolean;
  /** Milliseconds to wait for an import or a snapshot that runs; null: until it ends. */
  readonly wait: number | null;
  /** Whether the last operator may be erased. */
  readonly mayLeaveNoOperator?: boolean;
}

interface Person {
  readonly id: number;
  readonly uuid: string;
  /** In lower case, as are the name and the codes. */
  readonly email: string;
  readonly name: string;
  /** By hand, and enabled. */
  readonly isOperator: boolean;
  readonly memberIds: readonly number[];
  readonly memberUuids: readonly string[];
  readonly codes: readonly string[];
}

type Count = Record<'count', number>;

const limitWait = readStatement(__dirname, 'limit-wait.sql');
const lock = readStatement(__dirname, 'lock-erasures.sql');
const lockMails = readStatement(__dirname, 'lock-erased-mails.sql');
const lockSchedules = readStatement(__dirname, 'lock-erased-schedules.sql');
const lockPeople = readStatement(__dirname, 'lock-erased.sql');
const find = readStatement<Person>(__dirname, 'find-erased.sql');
const validations = readStatement<Count>(__dirname, 'erase-validations.sql');
const records = readStatement<
  Pick<ErasureCounts, 'standings' | 'tickets' | 'assignments' | 'affiliations'>
>(__dirname, 'erase-records.sql');
const statistics = readStatement<Count>(__dirname, 'erase-statistics.sql');
const traces = readStatement<Count>(__dirname, 'erase-traces.sql');
const schedules = readStatement<Count>(__dirname, 'erase-schedules.sql');
const mails = readStatement<Count>(__dirname, 'erase-mails.sql');
const imports = readStatement<Pick<ErasureCounts, 'importFaults' | 'importArchives'>>(
  __dirname,
  'erase-imports.sql',
);
const accounts = readStatement<
  Pick<ErasureCounts, 'sessions' | 'secrets' | 'identities' | 'memberships'>
>(__dirname, 'erase-accounts.sql');
const record = readStatement<Count>(__dirname, 'record-erasure.sql');

/**
 * Erases the people of these ids, which may be of accounts and of members, in one transaction, and lists the ids. Ids
 * that are not here are listed alone.
 * @throws Problem busy, last-operator
 */
export async function erasePeople(
  db: Database,
  ids: readonly string[],
  options: ErasureOptions,
): Promise<ErasureCounts> {
  try {
    return await transaction(db, async tx => {
      await lockErasures(tx, ids, options.wait);
      const counts = await erase(tx, ids, options);
      if (options.isDryRun) throw new DryRun(counts);
      return counts;
    });
  } catch (error) {
    if (error instanceof DryRun) return error.counts;
    throw error;
  }
}

async function lockErasures(
  tx: Transaction,
  uuids: readonly string[],
  wait: number | null,
): Promise<void> {
  await query(tx, limitWait, { milliseconds: String(wait ?? 0) });
  try {
    await query(tx, lock);
    await query(tx, lockMails, { uuids });
    // A mail to another that names the person, for example, is waited for.
    await query(tx, limitWait, { milliseconds: '0' });
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    throw new Problem(
      'busy',
      'An import, a snapshot or another erasure runs, or a mail to the person is being sent. Nothing was erased; try again when it has ended.',
      { headers: { 'Retry-After': '60' } },
    );
  }
}

async function erase(
  tx: Transaction,
  uuids: readonly string[],
  { doneBy, mayLeaveNoOperator = false }: ErasureOptions,
): Promise<ErasureCounts> {
  await query(tx, lockSchedules, { uuids });
  await query(tx, lockPeople, { uuids });
  const people = await query(tx, find, { uuids });
  const ids = people.map(({ id }) => id);
  const listed = [...new Set([...uuids, ...people.flatMap(person => person.memberUuids)])];
  const isOperator = people.some(person => person.isOperator);
  if (isOperator && !mayLeaveNoOperator) await requireOtherOperator(tx, ids);
  const counts = await eraseRows(tx, people, listed);
  const own = people.find(({ id }) => id === doneBy.actorAccountId);
  const erased = await count(tx, record, {
    ids,
    uuids: listed,
    ...doneBy,
    actor: own?.uuid ?? doneBy.actor,
    erasedActor: own?.uuid ?? null,
  });
  return { accounts: erased, ...counts };
}

async function eraseRows(
  tx: Transaction,
  people: readonly Person[],
  listed: readonly string[],
): Promise<Omit<ErasureCounts, 'accounts'>> {
  const ids = people.map(({ id }) => id);
  const memberIds = people.flatMap(person => person.memberIds);
  const emails = people.map(({ email }) => email);
  const names = people.map(({ name }) => name);
  const codes = people.flatMap(person => person.codes);
  const words = [...emails, ...names, ...listed];
  return {
    validations: await count(tx, validations, { memberIds }),
    ...(await query(tx, records, { memberIds }))[0]!,
    statistics: await count(tx, statistics, { memberUuids: listed, names }),
    auditEvents: await count(tx, traces, {
      ids,
      uuids: people.map(({ uuid }) => uuid),
      emails,
      names,
      words,
    }),
    schedules: await count(tx, schedules, { ids, uuids: listed, words }),
    mails: await count(tx, mails, { ids, words, names }),
    ...(await query(tx, imports, { emails, words, codes }))[0]!,
    ...(await query(tx, accounts, { ids, emails }))[0]!,
  };
}

async function count(
  tx: Transaction,
  statement: ReturnType<typeof readStatement<Count>>,
  parameters: Readonly<Record<string, unknown>>,
): Promise<number> {
  const [row] = await query(tx, statement, parameters);
  return row!.count;
}

class DryRun extends Error {
  constructor(readonly counts: ErasureCounts) {
    super('dry run');
  }
}

const list = readStatement<{ id: string }>(__dirname, 'list-erasures.sql');

/** The ids of everybody who was erased, which `erasePeople` takes after a restore. */
export async function listErasures(db: Database): Promise<string[]> {
  return (await query(db, list)).map(({ id }) => id);
}
