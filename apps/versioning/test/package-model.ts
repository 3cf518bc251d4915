/** What a client does; its id is in the Build-Url of the changes that it makes. */
export type Operation = {
  readonly id: number;
  readonly slug: string;
  readonly idempotencyKey: string | null;
} & (
  | {
      readonly kind: 'increment';
      readonly component: 'major' | 'minor' | 'patch';
      readonly line: string | null;
      readonly label: string | null;
    }
  | { readonly kind: 'set'; readonly version: string; readonly force: boolean }
  | { readonly kind: 'advance'; readonly versions: readonly string[] }
  | { readonly kind: 'delete' }
);

type Parts = readonly [major: number, minor: number, patch: number];

/** One package as the contract describes it, one operation after the other; without a change it does not exist. */
export class PackageModel {
  private current: Parts = [0, 0, 0];
  private changes = 0;
  /** Every version that was handed out, pre-releases too. */
  private readonly history = new Set<string>();

  get version(): string {
    return this.current.join('.');
  }

  /** The version that the operation gives, null for what `advance` recorded as `change` says. */
  apply(
    operation: Operation | null,
    change: { readonly version: string },
  ): { version: string; isRepeat: boolean } {
    this.changes += 1;
    const { version, moves } =
      operation?.kind === 'increment'
        ? this.increment(operation)
        : { version: operation?.kind === 'set' ? operation.version : change.version, moves: true };
    const isRepeat = this.history.has(version);
    this.history.add(version);
    const isAhead = operation !== null || compare(partsOf(version), this.current) > 0;
    if (moves && isAhead) this.current = partsOf(version);
    return { version, isRepeat };
  }

  /** The code of the refusal of an operation; null where it is done. */
  refusal(operation: Operation): string | null {
    const exists = this.changes > 0;
    if (operation.kind === 'delete') return exists ? null : 'package-not-found';
    if (operation.kind === 'increment') {
      if (operation.line === null) return null;
      if (!exists) return 'package-not-found';
      return this.highestOf(operation.line) ? null : 'line-not-found';
    }
    if (operation.kind !== 'set' || operation.force || !exists) return null;
    if (compare(partsOf(operation.version), this.current) <= 0) return 'version-not-greater';
    return this.history.has(operation.version) ? 'version-used' : null;
  }

  private increment(operation: Operation & { kind: 'increment' }) {
    const { component, line, label } = operation;
    const base = line === null ? this.current : this.highestOf(line)!;
    let parts = successor(base, component);
    while (this.history.has(parts.join('.'))) parts = successor(parts, component);
    const version = parts.join('.');
    if (label === null) return { version, moves: compare(base, this.current) === 0 };
    let number = 1;
    while (this.history.has(`${version}-${label}.${number}`)) number += 1;
    return { version: `${version}-${label}.${number}`, moves: false };
  }

  private highestOf(line: string): Parts | undefined {
    return [...this.history]
      .filter(version => version.startsWith(`${line}.`) && !version.includes('-'))
      .map(partsOf)
      .sort(compare)
      .at(-1);
  }
}

function partsOf(version: string): Parts {
  return version.split('-')[0]!.split('.').map(Number) as unknown as Parts;
}

function compare(one: Parts, other: Parts): number {
  return one[0] - other[0] || one[1] - other[1] || one[2] - other[2];
}

function successor([major, minor, patch]: Parts, component: string): Parts {
  if (component === 'major') return [major + 1, 0, 0];
  return component === 'minor' ? [major, minor + 1, 0] : [major, minor, patch + 1];
}
