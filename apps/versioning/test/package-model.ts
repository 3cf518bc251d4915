/** The rules of the clients' keys, by name. */
export const RULES = {
  everything: null,
  candidates: { PreReleases: 'only' },
  patches: { Components: ['Patch'], Create: true },
  line: { Lines: ['1'], Create: true, Set: true },
} as const;

/** An operation of a client; the Build-Url of its changes contains its ID. */
export type Operation = {
  readonly id: number;
  readonly slug: string;
  readonly idempotencyKey: string | null;
  /** The rules of the key; only increments and sets have any. */
  readonly rules?: keyof typeof RULES;
} & (
  | {
      readonly kind: 'increment';
      readonly component: 'major' | 'minor' | 'patch';
      readonly line: string | null;
      readonly label: string | null;
      readonly commit: string | null;
      /** Whether a version already made for the commit is returned. */
      readonly isOnce: boolean;
    }
  /** Takes a patch of each package, or of none. */
  | { readonly kind: 'batch'; readonly slugs: readonly string[] }
  | { readonly kind: 'state'; readonly version: string; readonly isWithdrawn: boolean }
  | { readonly kind: 'set'; readonly version: string; readonly force: boolean }
  | { readonly kind: 'advance'; readonly versions: readonly string[] }
  | { readonly kind: 'delete' }
);

const PATCH: {
  readonly component: 'major' | 'minor' | 'patch';
  readonly line: string | null;
  readonly label: string | null;
} = { component: 'patch', line: null, label: null };

type Parts = readonly [major: number, minor: number, patch: number];

/** A sequential model of one package according to the contract; without a change, the package does not exist. */
export class PackageModel {
  private current: Parts = [0, 0, 0];
  private changes = 0;
  /** Every assigned version, including pre-releases. */
  private readonly history = new Map<string, { commit: string | null; isWithdrawn: boolean }>();

  get version(): string {
    return this.current.join('.');
  }

  /** Returns the version that the operation makes; without an operation, the one that `advance` recorded as `change`. */
  apply(
    operation: Operation | null,
    change: { readonly version: string; readonly component: string },
  ): { version: string; isRepeat: boolean } {
    this.changes += 1;
    const known = this.history.get(change.version);
    if (known && ['Withdrawn', 'Released'].includes(change.component)) {
      known.isWithdrawn = change.component === 'Withdrawn';
      return { version: change.version, isRepeat: true };
    }
    const wanted = operation?.kind === 'batch' ? { ...PATCH, ...operation } : operation;
    const { version, moves } =
      wanted && 'component' in wanted
        ? this.increment(wanted)
        : { version: operation?.kind === 'set' ? operation.version : change.version, moves: true };
    const isRepeat = this.history.has(version);
    const commit = wanted && 'commit' in wanted ? wanted.commit : null;
    if (!isRepeat) this.history.set(version, { commit, isWithdrawn: false });
    const isAhead = operation !== null || compare(partsOf(version), this.current) > 0;
    if (moves && isAhead) this.current = partsOf(version);
    return { version, isRepeat };
  }

  /** Returns the version already made for the commit of an increment; null if it makes a new one. */
  madeFor(operation: Operation): string | null {
    if (operation.kind !== 'increment' || !operation.isOnce) return null;
    const { component, line, label, commit } = operation;
    const isOfKind = (version: string) => {
      const [, minor, patch] = partsOf(version);
      const suffix = version.split('-')[1]?.split('.')[0] ?? null;
      const isHighEnough =
        component === 'patch' || (patch === 0 && (component === 'minor' || minor === 0));
      return suffix === label && isHighEnough && (line === null || version.startsWith(`${line}.`));
    };
    const made = [...this.history]
      .filter(
        ([version, known]) => known.commit === commit && !known.isWithdrawn && isOfKind(version),
      )
      .map(([version]) => version);
    const numberOf = (version: string) => Number(version.split('-')[1]?.split('.')[1] ?? 0);
    made.sort(
      (one, other) => compare(partsOf(one), partsOf(other)) || numberOf(one) - numberOf(other),
    );
    return made.at(-1) ?? null;
  }

  /** Returns the highest release below a version that is not withdrawn. */
  previousOf(version: string): string | null {
    const releases = [...this.history].filter(
      ([other, { isWithdrawn }]) =>
        !isWithdrawn && !other.includes('-') && compare(partsOf(other), partsOf(version)) < 0,
    );
    const below = releases.map(([other]) => partsOf(other)).sort(compare);
    return below.at(-1)?.join('.') ?? null;
  }

  has(version: string): boolean {
    return this.history.has(version);
  }

  /** Returns the code with which an operation is refused; null if it succeeds. */
  refusal(operation: Operation): string | null {
    const exists = this.changes > 0;
    if (operation.kind === 'delete') return exists ? null : 'package-not-found';
    if (operation.kind === 'state') {
      if (!exists) return 'package-not-found';
      return this.history.has(operation.version) ? null : 'version-not-found';
    }
    if (operation.kind === 'increment') {
      if (operation.line !== null && !exists) return 'package-not-found';
      if (operation.line !== null && !this.highestOf(operation.line)) return 'line-not-found';
      return this.isAllowed(operation) ? null : 'key-scope';
    }
    if (!this.isAllowed(operation)) return 'key-scope';
    if (operation.kind !== 'set' || operation.force || !exists) return null;
    if (compare(partsOf(operation.version), this.current) <= 0) return 'version-not-greater';
    return this.history.has(operation.version) ? 'version-used' : null;
  }

  /** Whether the rules of its key allow the operation. */
  isAllowed(operation: Operation): boolean {
    const creates = this.changes === 0;
    const rules = operation.rules ?? 'everything';
    if (operation.kind === 'set') {
      const isInLine = operation.version.startsWith('1.');
      return rules === 'everything' || (rules === 'line' && isInLine);
    }
    if (operation.kind !== 'increment') return true;
    const { component, label } = operation;
    const makes = {
      everything: () => true,
      candidates: () => label !== null && !creates,
      patches: () => component === 'patch',
      line: () => this.increment(operation).version.startsWith('1.'),
    };
    return makes[rules]();
  }

  private increment({ component, line, label }: typeof PATCH) {
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
    return [...this.history.keys()]
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
