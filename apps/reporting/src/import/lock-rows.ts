import { parseStatement, query, readStatements, type Transaction } from '@platform/db';
import { lockSchedulesOf, markAsKeeper } from '../identity/accounts/end-access';
import { references } from '../records/files';
import type { ImportFile } from '../records/import-file';
import type { Import } from './import-options';
import { keepRights } from './rights-faults';
import {
  changedTable,
  isCompared,
  isDifferent,
  isPresent,
  joins,
  queryWith,
  storedValues,
} from './staged-rows';

const sql = readStatements(__dirname, 'lock-rows.sql');

const MEMBERS = 'members.csv';
const lockAccounts = sql<{ locked: number }>('lock-accounts');
const findWithdrawn = sql<{ id: number }>('find-withdrawn');

/**
 * Locks rows that other transactions change, too, before the import writes them, in the order of docs/architecture.md:
 * schedules of members whose access is withdrawn, accounts, members. With --replace, all members of the organizations
 * are locked; for an undo, everybody whom the undone import changed. Returns the members whose access is withdrawn.
 * @throws ImportRefused if no operator would remain, or a record keeper would change a right
 */
export async function lockRows(
  tx: Transaction,
  present: readonly ImportFile[],
  options: Import,
): Promise<readonly number[]> {
  const { replace, isKeeper } = options;
  const withdrawn = (await query(tx, findWithdrawn)).map(({ id }) => id);
  await lockSchedulesOf(tx, withdrawn);
  if (present.some(({ name }) => name === 'accounts.csv'))
    await queryWith(tx, lockAccounts, options);
  const members = replace ? [ALL_MEMBERS] : [...present.flatMap(selectMembers), REPLACED, UNDONE];
  const lockMembers = `select count(*) as locked
from (
  select
  from reporting.member
  where id in (
    ${members.join('\n    union all\n    ')}
  )
  order by id
  for no key update
) as member`;
  await queryWith(tx, parseStatement('lock-members.sql', lockMembers), options);
  await keepRights(tx, present, options);
  if (isKeeper) await markAsKeeper(tx);
  return withdrawn;
}

const ALL_MEMBERS = `select present.id
    from reporting.member as present
    join reporting.company on company.id = present.company_id
    join staged_company on staged_company.id = company.uuid`;

const REPLACED = `select present.id
    from reporting.member as present
    join replaced on replaced.member_id = present.uuid`;

const UNDONE = `select present.id
    from reporting.member as present
    join reporting.import_change as change on change.person = present.uuid
    where change.run_id = $undoes::integer`;

/** The members whose rows or records the file changes; triggers on records lock their members. */
function selectMembers(file: ImportFile): string[] {
  if (file.name === MEMBERS) return [`select present.id ${fromChanged(file)}`];
  const isOfMember = references(file).some(
    ({ to, key, isOptional }) => to.name === MEMBERS && key === 'id' && !isOptional,
  );
  if (!isOfMember) return [];
  const given = `select member.id ${fromChanged(file)}`;
  if (file.key[0] !== 'id') return [given];
  // A record that moves to another member changes both.
  return [
    given,
    `select present.member_id
    from ${changedTable(file)} as staged
    join reporting.${file.table} as present on present.uuid = staged.id`,
  ];
}

function fromChanged(file: ImportFile): string {
  const from = `
    from ${changedTable(file)} as staged
    ${joins(file, references(file)).join('\n    ')}`;
  if (isCompared(file)) return from;
  return `${from}
    left join reporting.${file.table} as present on ${isPresent(file)}
    where ${isDifferent(file, storedValues(file))}`;
}
