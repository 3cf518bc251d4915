/** What a key may do (decisions-versioning, "Scoped keys"). */
export const SCOPES = ['read', 'write', 'delete'] as const;

export type Scope = (typeof SCOPES)[number];

export function isScope(text: string): text is Scope {
  return (SCOPES as readonly string[]).includes(text);
}
