export interface HealthReport {
  readonly isHealthy: boolean;
  /** Milliseconds until the probe ended or timed out. */
  readonly latencyMs: number;
}

export const PROBE_TIMEOUT_MS = 2_000;

/** Milliseconds after which a probe that has not ended is replaced by a new one. */
const PROBE_LIFETIME = 5 * PROBE_TIMEOUT_MS;

/** Resolves within `PROBE_TIMEOUT_MS`, whatever the probe does. Concurrent calls share a probe. */
export function createHealthCheck(probe: () => Promise<void>): () => Promise<HealthReport> {
  let running: { readonly start: number; readonly report: Promise<HealthReport> } | null = null;
  return () => {
    if (running === null || performance.now() - running.start > PROBE_LIFETIME) {
      const started = { start: performance.now(), report: run(probe) };
      running = started;
      void started.report.then(() => running === started && (running = null));
    }
    return atMost(PROBE_TIMEOUT_MS, running.report);
  };
}

async function run(probe: () => Promise<void>): Promise<HealthReport> {
  const start = performance.now();
  let isHealthy = true;
  try {
    await probe();
  } catch {
    isHealthy = false;
  }
  return { isHealthy, latencyMs: Math.round((performance.now() - start) * 10) / 10 };
}

function atMost(timeout: number, report: Promise<HealthReport>): Promise<HealthReport> {
  return new Promise(resolve => {
    const timer = setTimeout(resolve, timeout, { isHealthy: false, latencyMs: timeout });
    void report.then(resolve).then(() => clearTimeout(timer));
  });
}
