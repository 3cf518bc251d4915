import { query, readStatements, type Transaction } from '@platform/db';
import { parseName } from '@platform/http/field-values';
import { invalidField } from '@platform/http/problems';
import type { Config } from '../main/config';

/** The actor recorded for commands, which access the database directly. */
export const COMMAND_LINE_NAME = 'command line';

/** The key name recorded for versions added by `advance`. */
export const ADVANCE = 'advance';

/** @throws Problem invalid-request */
export function parseKeyName(text: string): string {
  return parseName('Name', text, 100);
}

/** Returns the same text for names that look alike: differ in case, invisible characters, kinds of spaces or dashes. */
function foldName(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/\p{Dash}/gu, '-')
    .replace(/\s+/gu, ' ')
    .trim()
    .toUpperCase();
}

/**
 * The audit and the history identify actors by name, so a key must not have the name of another actor.
 * @throws Problem invalid-request
 */
export function requireOwnName(
  name: string,
  { trustedIssuers }: Pick<Config, 'trustedIssuers'>,
): void {
  const folded = foldName(name);
  const isReserved =
    /^BOOTSTRAP-\d+$/.test(folded) ||
    [COMMAND_LINE_NAME, ADVANCE].some(reserved => folded === foldName(reserved)) ||
    trustedIssuers.some(issuer => folded.startsWith(`${foldName(issuer.Name)}: `));
  if (!isReserved) return;
  throw taken(
    `${name} is how the audit and the history name a bootstrap key, the command line, or a token of a trusted issuer`,
  );
}

const sql = readStatements(__dirname, 'keys.sql');
const listStatement = sql<{ name: string }>('list-names-in-use');

/** The caller must hold the lock on changes of keys. @throws Problem invalid-request */
export async function requireUnusedName(tx: Transaction, name: string): Promise<void> {
  const folded = foldName(name);
  const names = await query(tx, listStatement);
  const other = names.find(used => foldName(used.name) === folded);
  if (other) throw taken(`a key that is in use is named ${other.name}`);
}

function taken(reason: string) {
  return invalidField('Name', `must be different: ${reason}`);
}
