import { Problem } from '@platform/http';

/** A place in one package's history: the changes before `revision` are still to come. */
export interface HistoryCursor {
  readonly packageId: number;
  readonly revision: number;
}

/** Opaque to clients, so that its content may change. */
export function formatCursor({ packageId, revision }: HistoryCursor): string {
  return Buffer.from(`${packageId}.${revision}`).toString('base64url');
}

/** @throws Problem invalid-request when it is none that this service gave. */
export function parseCursor(text: string): HistoryCursor {
  const match = /^(\d{1,10})\.(\d{1,10})$/.exec(Buffer.from(text, 'base64url').toString());
  const [packageId, revision] = (match ?? []).slice(1).map(Number);
  if (
    packageId === undefined ||
    revision === undefined ||
    Math.max(packageId, revision) > 2 ** 31 - 1
  ) {
    throw new Problem('invalid-request', 'after must be a cursor from the Link header of a page.');
  }
  return { packageId, revision };
}
