/** How many examples a property is tried with: two fifths of `count`, and RUNS times as many every night. */
export const runs = (count: number): number => Math.ceil(count * Number(process.env.RUNS ?? 0.4));
