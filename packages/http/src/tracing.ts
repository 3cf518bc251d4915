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

const FLUSH_TIMEOUT_MS = 1_000;

/**
 * Exports spans using OTLP over HTTP, configured by OpenTelemetry's own environment variables. Returns a function that
 * flushes for at most a second, then exits, so that an unreachable collector does not keep the process alive.
 */
export function startTracing(service: string, log: Log): () => Promise<void> {
  const warn = (message: string) => log.warn({ reason: message }, 'traces were not sent');
  diag.setLogger(
    { error: warn, warn, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  const provider = new NodeTracerProvider({
    // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES come last and take precedence.
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': service }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  provider.register();
  return async () => {
    await Promise.race([
      provider.shutdown().catch(ignore),
      wait(FLUSH_TIMEOUT_MS, undefined, { ref: false }),
    ]);
    // Runs after the caller has set the exit code.
    setTimeout(() => process.exit(), 0).unref();
  };
}

const ignore = () => undefined;
