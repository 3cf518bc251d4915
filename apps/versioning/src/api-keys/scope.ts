/** What a key may do (decisions-versioning, "Scoped keys"). */
export const SCOPES = ['read', 'write', 'delete'] as const;

export type Scope = (typeof SCOPES)[number];

/** Whether a text names a scope, in lower case. */
export function isScope(text: string): text is Scope {
  return (SCOPES as readonly string[]).includes(text);
}
