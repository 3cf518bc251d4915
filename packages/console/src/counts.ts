export interface Counts {
  readonly required: number;
  readonly satisfied: number;
}

export const NONE: Counts = { required: 0, satisfied: 0 };

/** Returns the ratio of satisfied to required; null if nothing is required. */
export function score({ required, satisfied }: Counts): number | null {
  return required === 0 ? null : satisfied / required;
}

export function sum(counts: readonly Counts[]): Counts {
  return counts.reduce(
    (total, { required, satisfied }) => ({
      required: total.required + required,
      satisfied: total.satisfied + satisfied,
    }),
    NONE,
  );
}
