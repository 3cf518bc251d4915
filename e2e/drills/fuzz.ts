import type { Drill } from './drill.js';
import { runTest } from './test-run.js';

/**
 * Generated requests to both services: `--times` in all, 50,000 unless said otherwise, of a new seed each time.
 * Every answer is held to the document.
 */
export const drill: Drill = async function* ({ times = 50_000, say }) {
  const count = Math.ceil(times / 2);
  const seed = Date.now() % 1_000_000_000;
  for (const service of ['versioning', 'reporting']) {
    say(`${service}: ${count} requests, seed ${seed}`);
    const { passed, output } = await runTest(`apps/${service}/test/fuzz.test.ts`, {
      FUZZ_REQUESTS: String(count),
      FUZZ_SEED: String(seed),
    });
    if (!passed) say(output);
    yield {
      what: `generated requests to ${service}, valid, invalid and mutated`,
      times: count,
      counted: { 'not as documented': passed ? 0 : 'some', seed },
      holds: passed,
    };
  }
};
