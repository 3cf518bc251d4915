/** An instant on the wire: ISO 8601 with an explicit offset, `2026-10-31T23:00:00.000+00:00`. */
export function timestamp(instant: Date): string {
  return instant.toISOString().replace('Z', '+00:00');
}

export function timestampOrNull(instant: Date | null): string | null {
  return instant && timestamp(instant);
}
