import type { ClientBase } from 'pg';
import type { Definitions } from './definitions';

/** A statement that grants what the database lacks. */
interface MissingPrivilege {
  readonly statement: string;
  /** It concerns a role, which belongs to the whole server. */
  readonly needsAdministrator: boolean;
}

type Owner = Pick<Definitions, 'owner' | 'privileges'>;

/** A sentence that names what mends it; null where nothing is missing. */
export async function explainMissingPrivileges(
  client: ClientBase,
  definitions: Owner,
): Promise<string | null> {
  return explain(definitions, await findMissing(client, definitions));
}

/**
 * Runs the statements that are missing, in the caller's transaction. Returns whether there were any.
 * @throws Error naming the statements that need an administrator, or the one that failed
 */
export async function grantMissingPrivileges(
  client: ClientBase,
  definitions: Owner,
): Promise<boolean> {
  const missing = await findMissing(client, definitions);
  for (const { statement, needsAdministrator } of missing) {
    await client.query(statement).catch((cause: unknown) => {
      if (needsAdministrator) throw new Error(explain(definitions, missing)!);
      throw new Error(`Failed: ${statement};`, { cause });
    });
  }
  // A grant of what somebody else owns is a warning.
  const [left] = missing.length === 0 ? [] : await findMissing(client, definitions);
  if (left) throw new Error(`The user of DATABASE_URL may not run: ${left.statement};`);
  return missing.length > 0;
}

async function findMissing(client: ClientBase, { privileges }: Owner): Promise<MissingPrivilege[]> {
  return privileges === null ? [] : (await client.query<MissingPrivilege>(privileges)).rows;
}

function explain({ owner }: Owner, missing: readonly MissingPrivilege[]): string | null {
  if (missing.length === 0) return null;
  const ofRole = missing.filter(each => each.needsAdministrator);
  const forAdministrator = ofRole.map(({ statement }) => ` ${statement};`).join('');
  const next = ofRole.length > 0 ? ' Then run' : ' Run';
  return [
    `The database lacks a role or privileges that ${owner} needs, as after a restore.`,
    ofRole.length > 0 ? ` As an administrator of the database server, run:${forAdministrator}` : '',
    ofRole.length < missing.length ? `${next}: ${owner} migrate.` : '',
  ].join('');
}
