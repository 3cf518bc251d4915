import { setTimeout as wait } from 'node:timers/promises';
import { DiagLogLevel, diag } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import type { Log } from './log';

/** Spans on their way out. */
export interface Tracing {
  /**
   * Sends what is left, for a second at most. The last that a process does: a collector that is away would
   * hold it for ten more, by sockets and retries, so it then exits with the code that is set.
   */
  stop(): Promise<void>;
}

const LAST_CHANCE = 1_000;

/**
 * Sends the spans of this process to a collector, by OTLP over HTTP. Where to, which and how often is in
 * OpenTelemetry's own variables, which its libraries read. A module of its own, loaded only where tracing
 * is asked for: until then the spans that the code makes are empty ones.
 */
export function startTracing(service: string, log: Log): Tracing {
  const warn = (message: string) => log.warn({ reason: message }, 'traces were not sent');
  diag.setLogger(
    { error: warn, warn, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  const provider = new NodeTracerProvider({
    // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES come last, and win.
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': service }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  provider.register();
  return {
    async stop() {
      await Promise.race([
        provider.shutdown().catch(ignore),
        wait(LAST_CHANCE, undefined, { ref: false }),
      ]);
      // After whoever awaits this has set the exit code; never, where nothing holds the process.
      setTimeout(() => process.exit(), 0).unref();
    },
  };
}

function ignore(): void {
  return;
}
