import fc from 'fast-check';

/** Properties draw the same examples in every run; each night, with another SEED, others. */
fc.configureGlobal({ seed: Number(process.env.SEED ?? 42) });
