import { escapeIdentifier } from 'pg';

/**
 * What a transaction may see: it becomes a role that row-level security applies to, and says in settings
 * of its own what the policies compare with. Both end with the transaction.
 */
export interface RowScope {
  readonly role: string;
  /** Such as `{ 'reporting.company_id': 42 }`. */
  readonly settings: Readonly<Record<string, number>>;
}

/** The statements that enter a scope, in the round trip that begins the transaction. */
export function setScope(scope: RowScope | undefined): string {
  if (!scope) return '';
  const settings = Object.entries(scope.settings).map(
    ([name, value]) => `set local ${name.split('.').map(escapeIdentifier).join('.')} = ${value}`,
  );
  return [`set local role ${escapeIdentifier(scope.role)}`, ...settings].join('; ');
}
