/** How many times a property is drawn that is worth `count`: two fifths of it, and every night RUNS times as many. */
export const runs = (count: number): number => Math.ceil(count * Number(process.env.RUNS ?? 0.4));
