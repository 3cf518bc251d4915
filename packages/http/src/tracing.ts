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

export interface Tracing {
  /**
   * Sends the remaining spans, for a second at most, then exits: a collector that is away would hold the
   * process.
   */
  stop(): Promise<void>;
}

const LAST_CHANCE = 1_000;

/**
 * Sends spans by OTLP over HTTP, as OpenTelemetry's own variables say. Loaded only where tracing is
 * configured.
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
