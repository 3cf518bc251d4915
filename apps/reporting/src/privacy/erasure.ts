import {
  type Database,
  execute,
  isLockTimeout,
  query,
  readStatement,
  readStatements,
  retryConflict,
  type Transaction,
  transaction,
} from '@platform/db';
import { Problem } from '@platform/http/problems';
import { type DoneBy } from '../http/principal';
import { foldEmail } from '../identity/accounts/email';
import { holdActor, requireOtherOperator } from '../identity/accounts/operators';
import type { ErasureCounts } from './privacy.dto';

const sql = readStatements(__dirname, 'erasure.sql');

export interface ErasureOptions {
  readonly doneBy: DoneBy;
  readonly isDryRun?: boolean;
  /** Max milliseconds to wait for a running import or snapshot; null waits until it ends. */
  readonly wait: number | null;
  /** Whether the last operator may be erased. */
  readonly mayLeaveNoOperator?: boolean;
}

interface Person {
  readonly id: number;
  readonly uuid: string;
  readonly email: string | null;
  readonly name: string;
  readonly codes: readonly string[];
  /** Whether the account is enabled and has operator rights that were granted manually. */
  readonly isOperator: boolean;
  readonly memberIds: readonly number[];
  /** Like `companyIds`, includes deleted memberships. */
  readonly memberUuids: readonly string[];
  readonly companyIds: readonly number[];
}

const limitWait = sql('limit-wait');
const lock = sql('lock-erasures');
const lockMails = sql('lock-erased-mails');
const lockSchedules = sql('lock-erased-schedules');
const lockPeople = sql('lock-erased');
const find = sql<Person>('find-erased');
const validations = sql('erase-validations');
const records =
  sql<Pick<ErasureCounts, 'standings' | 'tickets' | 'assignments' | 'affiliations'>>(
    'erase-records',
  );
const statistics = sql('erase-statistics');
const traces = readStatement(__dirname, 'erase-traces.sql');
const schedules = readStatement<{ count: number }>(__dirname, 'erase-schedules.sql');
const mails = sql('erase-mails');
const imports = sql<Pick<ErasureCounts, 'importFaults' | 'importArchives'>>('erase-imports');
const accounts =
  sql<Pick<ErasureCounts, 'sessions' | 'secrets' | 'identities' | 'memberships'>>('erase-accounts');
const record = sql('record-erasure');

/**
 * Erases the people with these account or member IDs in one transaction, and lists the IDs. Unknown IDs are only listed.
 * @throws Problem busy, last-operator
 */
export async function erasePeople(
  db: Database,
  ids: readonly string[],
  options: ErasureOptions,
): Promise<ErasureCounts> {
  try {
    const eraseOnce = async (tx: Transaction) => {
      await lockErasures(tx, ids, options.wait);
      const counts = await erase(tx, ids, options);
      if (options.isDryRun) throw new DryRun(counts);
      return counts;
    };
    return await retryConflict(() => transaction(db, eraseOnce));
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
    // From here on, wait without a limit, for example for an email that names the person.
    await query(tx, limitWait, { milliseconds: '0' });
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    throw new Problem(
      'busy',
      'An import, a snapshot or a different erasure is running, or an email to the person is being sent. Nothing was erased. Try again when it has finished.',
      { headers: { 'Retry-After': '60' } },
    );
  }
}

async function erase(
  tx: Transaction,
  uuids: readonly string[],
  { doneBy, mayLeaveNoOperator = false }: ErasureOptions,
): Promise<ErasureCounts> {
  if (doneBy.actorAccountId !== null) await holdActor(tx, doneBy);
  await query(tx, lockSchedules, { uuids });
  await query(tx, lockPeople, { uuids });
  const people = await query(tx, find, { uuids });
  const ids = people.map(({ id }) => id);
  const listed = [...new Set([...uuids, ...people.flatMap(person => person.memberUuids)])];
  const isOperator = people.some(person => person.isOperator);
  if (isOperator && !mayLeaveNoOperator) await requireOtherOperator(tx, ids);
  const own = people.find(({ id }) => id === doneBy.actorAccountId);
  const by = {
    actor: own?.uuid ?? doneBy.actor,
    actorAccountId: own ? null : doneBy.actorAccountId,
    erasedActor: own?.uuid ?? null,
    address: doneBy.address,
  };
  const counts = await eraseRows(tx, people, listed, by);
  const detail = JSON.stringify(counts);
  const erased = await execute(tx, record, { ids, uuids: listed, detail, ...by });
  return { accounts: erased, ...counts };
}

async function eraseRows(
  tx: Transaction,
  people: readonly Person[],
  memberUuids: readonly string[],
  by: DoneBy & { readonly erasedActor: string | null },
): Promise<Omit<ErasureCounts, 'accounts'>> {
  const ids = people.map(({ id }) => id);
  const uuids = people.map(({ uuid }) => uuid);
  const emails = people.map(({ email }) => email);
  const terms = people.flatMap(({ email, name, codes }) => [
    ...(email === null ? [] : [email]),
    name,
    ...codes,
  ]);
  const memberIds = people.flatMap(person => person.memberIds);
  const companyIds = [...new Set(people.flatMap(person => person.companyIds))];
  const schedulesOf = { ids, uuids, terms, memberUuids, companyIds };
  return {
    validations: await execute(tx, validations, { memberIds }),
    ...(await query(tx, records, { memberIds, memberUuids }))[0]!,
    statistics: await execute(tx, statistics, { memberUuids }),
    auditEvents: await execute(tx, traces, { ids, uuids, emails }),
    schedules: (await query(tx, schedules, { ...schedulesOf, ...by }))[0]!.count,
    mails: await execute(tx, mails, { ids }),
    ...(await query(tx, imports, { ids, uuids, memberUuids }))[0]!,
    ...(await query(tx, accounts, { ids, emails }))[0]!,
  };
}

class DryRun extends Error {
  constructor(readonly counts: ErasureCounts) {
    super('dry run');
  }
}

const list = sql<{ id: string }>('list-erasures');

/** Returns the IDs of all erased people, to pass to `erasePeople` after a restore. */
export async function listErasures(db: Database): Promise<string[]> {
  return (await query(db, list)).map(({ id }) => id);
}

/** Returns null if the account does not exist. */
export function findPerson({ prisma }: Database, uuid: string) {
  const members = { select: { code: true } };
  const select = { id: true, uuid: true, email: true, name: true, members };
  return prisma.account.findUnique({ where: { uuid }, select });
}

type FoundPerson = NonNullable<Awaited<ReturnType<typeof findPerson>>>;

/** Returns why a text does not confirm the erasure of a person, such as `must be the account's e-mail`, or null. */
export function confirmationFault(person: FoundPerson, typed = ''): string | null {
  const { texts, what } = confirmationOf(person);
  const folded = foldEmail(typed.trim());
  return texts.some(text => foldEmail(text.trim()) === folded) ? null : `must be ${what}`;
}

function confirmationOf({ email, name, members }: FoundPerson) {
  if (email !== null) return { texts: [email], what: "the account's e-mail" };
  const codes = members.flatMap(({ code }) => code ?? []);
  return codes.length > 0
    ? { texts: codes, what: "a code of the account's memberships, since it has no e-mail" }
    : { texts: [name], what: "the account's name, since it has no e-mail or code" };
}
