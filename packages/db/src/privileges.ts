import type { ClientBase } from 'pg';
import type { Definitions } from './definitions';

/** A statement that grants a missing privilege or creates a missing role. */
interface MissingPrivilege {
  readonly statement: string;
  /** True for statements about roles, which are shared by all databases of the server. */
  readonly needsAdministrator: boolean;
}

type Owner = Pick<Definitions, 'owner' | 'privileges'>;

/** Describes what is missing and how to fix it; null if nothing is missing. */
export async function explainMissingPrivileges(
  client: ClientBase,
  definitions: Owner,
): Promise<string | null> {
  return explain(definitions, await findMissing(client, definitions));
}

/**
 * Runs the missing statements in the caller's transaction. Returns whether there were any.
 * @throws Error naming the statements that require an administrator, or the one that failed
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
  // Granting on an object owned by someone else only raises a warning.
  const [remaining] = missing.length === 0 ? [] : await findMissing(client, definitions);
  if (remaining)
    throw new Error(`The user in DATABASE_URL is not allowed to run: ${remaining.statement};`);
  return missing.length > 0;
}

async function findMissing(client: ClientBase, { privileges }: Owner): Promise<MissingPrivilege[]> {
  return privileges === null ? [] : (await client.query<MissingPrivilege>(privileges)).rows;
}

function explain({ owner }: Owner, missing: readonly MissingPrivilege[]): string | null {
  if (missing.length === 0) return null;
  const administrative = missing.filter(each => each.needsAdministrator);
  const statements = administrative.map(({ statement }) => ` ${statement};`).join('');
  const next = statements === '' ? ' Run' : ' Then run';
  return [
    `The database lacks a role or privileges that ${owner} requires, for example after a restore.`,
    statements === '' ? '' : ` As an administrator of the database server, run:${statements}`,
    administrative.length < missing.length ? `${next}: ${owner} migrate.` : '',
  ].join('');
}
