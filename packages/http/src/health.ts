export interface HealthReport {
  readonly isHealthy: boolean;
  /** Milliseconds until the probe ended or timed out. */
  readonly latencyMs: number;
}

export const PROBE_TIMEOUT_MS = 2_000;

/** Milliseconds after which a probe that has not ended is replaced by a new one. */
const PROBE_LIFETIME = 5 * PROBE_TIMEOUT_MS;

interface RunningProbe {
  readonly start: number;
  readonly report: Promise<HealthReport>;
}

/** Resolves within `PROBE_TIMEOUT_MS`, whatever the probe does. Concurrent calls share a probe. */
export function createHealthCheck(probe: () => Promise<void>): () => Promise<HealthReport> {
  let running: RunningProbe | null = null;

  const start = (): RunningProbe => {
    const started: RunningProbe = {
      start: performance.now(),
      report: run(probe).finally(() => {
        if (running === started) running = null;
      }),
    };
    return started;
  };

  return () => {
    if (running === null || performance.now() - running.start > PROBE_LIFETIME) running = start();
    return atMost(PROBE_TIMEOUT_MS, running.report);
  };
}

async function run(probe: () => Promise<void>): Promise<HealthReport> {
  const start = performance.now();
  const isHealthy = await Promise.resolve()
    .then(probe)
    .then(
      () => true,
      () => false,
    );
  return { isHealthy, latencyMs: since(start) };
}

function atMost(timeout: number, report: Promise<HealthReport>): Promise<HealthReport> {
  const start = performance.now();
  return new Promise(resolve => {
    const timer = setTimeout(() => resolve({ isHealthy: false, latencyMs: since(start) }), timeout);
    void report.then(found => {
      clearTimeout(timer);
      resolve(found);
    });
  });
}

function since(start: number): number {
  return Math.round((performance.now() - start) * 10) / 10;
}
