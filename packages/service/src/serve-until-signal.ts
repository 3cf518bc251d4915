import type { Server } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import {
  explainMissing,
  isAccessRefused,
  isDatabaseUnavailable,
  migrate,
  openDatabaseServer,
} from '@platform/db';
import type { Service, ServiceConfig, ServiceContext } from './service';

/**
 * How much the heap may grow before its old generation is collected, in per cent of what is live. By V8's own choice
 * the garbage of reports takes several times as much.
 */
const HEAP_GROWTH = 50;

/**
 * Runs a service until SIGTERM or SIGINT, then drains it.
 * @throws Error when it cannot listen, or lacks migrations or a database
 */
export async function serveUntilSignal(service: Service, config: ServiceConfig): Promise<void> {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH}`);
  const signal = untilSignal();
  const { serve, serveMetrics } = await import('@platform/http');
  const database = await openDatabaseServer(config, service.definitions);
  let context: ServiceContext | undefined;
  let stopTracing: (() => Promise<void>) | undefined;
  let metricsServer: Server | undefined;
  try {
    context = await service.createContext(config, database.url);
    const { log } = context;
    if (config.otelExporterOtlpEndpoint !== null) {
      const { startTracing } = await import('@platform/http/tracing');
      stopTracing = startTracing(service.name, log);
    }
    if (config.migrateOnStart) await migrate(database.url, service.definitions);
    else await refuseLacks(service, database.url, log);
    // First: if its port is taken, no other listener keeps the process alive.
    const { host, metricsPort } = config;
    if (metricsPort !== null) {
      const port = Number(metricsPort);
      metricsServer = await serveMetrics(context.metrics, { host, port, log });
    }
    const server = await serve(await service.createApp(context), {
      ...config,
      log,
      onDrain: () => context?.startDraining(),
    });
    context.startBackgroundJobs();
    log.info({ url: server.url }, 'listening');

    log.info({ signal: await signal }, 'draining');
    await server.close();
    log.info('stopped');
  } finally {
    metricsServer?.close();
    await context?.close();
    await database.close();
    await stopTracing?.();
  }
}

/** An outdated schema would fail at every call. An unreachable database may recover later. */
async function refuseLacks(
  service: Pick<Service, 'name' | 'definitions'>,
  databaseUrl: string,
  log: ServiceContext['log'],
): Promise<void> {
  try {
    const lacks = await explainMissing(databaseUrl, service);
    if (lacks !== null) throw new Error(lacks);
  } catch (error) {
    if (!isDatabaseUnavailable(error) || isAccessRefused(error)) throw error;
    log.warn({ err: error }, 'the database is unreachable; serving, and waiting for it');
  }
}

/** A later signal ends the process, unless within a second: npm repeats a Ctrl-C of the terminal. */
function untilSignal(): Promise<NodeJS.Signals> {
  return new Promise(resolve => {
    let firstAt: number | undefined;
    const onSignal = (signal: NodeJS.Signals) => {
      if (firstAt === undefined) {
        firstAt = Date.now();
        resolve(signal);
      } else if (Date.now() - firstAt > 1_000) {
        process.exit(1);
      }
    };
    process.on('SIGTERM', onSignal).on('SIGINT', onSignal);
  });
}
