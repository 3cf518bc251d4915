export interface Counts {
  readonly required: number;
  readonly satisfied: number;
}

export const NONE: Counts = { required: 0, satisfied: 0 };

/** Satisfied over required; null where nothing is required. */
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
