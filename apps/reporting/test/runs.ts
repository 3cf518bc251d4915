/** The number of runs of a property: `count` times RUNS, which nightly builds raise above its default. */
export const runs = (count: number): number => Math.ceil(count * Number(process.env.RUNS ?? 0.4));
