import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Client, ClientBase } from 'pg';

/** A service's SQL functions, triggers and views, applied as a whole. */
export interface Definitions {
  readonly owner: string;
  readonly release: string;
  readonly files: readonly { readonly name: string; readonly sql: string }[];
  readonly hash: string;
  /** A query that returns the missing GRANT statements; null if the service needs none. */
  readonly privileges: string | null;
}

interface DefinitionFiles extends Pick<Definitions, 'owner' | 'release'> {
  /** Files of `create or replace` statements, in execution order. */
  readonly files: readonly string[];
  readonly privileges?: string;
}

/** @throws Error if a file is missing */
export function readDefinitions(
  folder: string,
  { owner, release, files, privileges }: DefinitionFiles,
): Definitions {
  const text = (name: string) => readFileSync(path.join(folder, name), 'utf8');
  const read = files.map(name => ({ name, sql: text(name) }));
  const hash = createHash('sha256').update(JSON.stringify(read)).digest('hex');
  return { owner, release, files: read, hash, privileges: privileges ? text(privileges) : null };
}

export function nameOf({ owner, release }: Definitions): string {
  return `definitions of ${owner} ${release}`;
}

/** Whether the database has a different version that is not newer (a rolling update runs both). */
export async function areOutdated(
  client: Client,
  { owner, release, hash }: Definitions,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `select
    from public.applied_definitions
    where owner = $1
      and (
        hash = $2
        -- a release candidate counts as its release
        or string_to_array(split_part(release, '-', 1), '.')::integer[]
          > string_to_array(split_part($3, '-', 1), '.')::integer[]
      )`,
    [owner, hash, release],
  );
  return rowCount === 0;
}

/** The caller's transaction holds the migration lock. @throws Error naming the file that failed */
export async function applyDefinitions(client: Client, definitions: Definitions): Promise<void> {
  const { owner, release, hash, files } = definitions;
  for (const { name, sql } of files) {
    await client.query(sql).catch((cause: unknown) => {
      throw new Error(`${nameOf(definitions)}: ${name} failed; nothing was applied.`, { cause });
    });
  }
  await client.query(
    `insert into public.applied_definitions (owner, release, hash, applied_at)
    values ($1, $2, $3, clock_timestamp())
    on conflict (owner) do update set
      release = excluded.release, hash = excluded.hash, applied_at = excluded.applied_at`,
    [owner, release, hash],
  );
}

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
