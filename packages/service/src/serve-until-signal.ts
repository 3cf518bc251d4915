import type { Server } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import type { Setting, SettingValues } from '@platform/config';
import {
  type Definitions,
  type databaseSettings,
  explainMissing,
  isAccessRefused,
  isDatabaseUnavailable,
  migrate,
  openDatabaseServer,
} from '@platform/db';
import type { Log, Metrics } from '@platform/http';
import type { serverSettings } from '@platform/http/settings';
import type { Express } from 'express';

export type ServiceConfig = SettingValues<
  ReturnType<typeof serverSettings> & typeof databaseSettings
>;

export interface ServiceContext {
  readonly log: Log;
  readonly metrics: Metrics;
  /** Starts scheduled jobs; `close` stops them. */
  startBackgroundJobs(): void;
  startDraining(): void;
  close(): Promise<void>;
}

export interface Service<
  Config extends ServiceConfig = ServiceConfig,
  Context extends ServiceContext = ServiceContext,
> {
  readonly name: string;
  readonly description: string;
  readonly settings: Readonly<Record<string, Setting<unknown>>>;
  /** SQL functions and triggers; null if the service has none. */
  readonly definitions: Definitions | null;
  /** Commands require fewer settings than serving. @throws ConfigurationError */
  readConfig(env: NodeJS.ProcessEnv, purpose: 'serve' | 'command'): Config;
  /** Loads the modules that only serving needs, so that commands start faster. */
  createContext(config: Config, databaseUrl: string): Promise<Context>;
  createApp(context: Context): Promise<Express>;
}

/**
 * How much the heap may grow, as a percentage of live data, before the old generation is collected. By V8's default,
 * garbage from reports uses several times as much memory.
 */
const HEAP_GROWTH = 50;

/**
 * Runs a service until SIGTERM or SIGINT, then drains it.
 * @throws Error if it cannot listen, or if the database or migrations are missing
 */
export async function serveUntilSignal(service: Service, config: ServiceConfig): Promise<void> {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH}`);
  const signal = untilSignal();
  const stopping = new AbortController();
  void signal.then(() => stopping.abort());
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
    if (config.migrateOnStart) await migrate(database.url, service.definitions, stopping.signal);
    else await requireMigrations(service, database.url, log, stopping.signal);
    // Started first: if its port is in use, no other listener keeps the process alive.
    const { host, metricsPort } = config;
    if (metricsPort !== null)
      metricsServer = await serveMetrics(context.metrics, { host, port: Number(metricsPort), log });
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
  } catch (error) {
    if (error !== stopping.signal.reason) throw error;
    context?.log.info({ signal: await signal }, 'stopped while starting');
  } finally {
    metricsServer?.close();
    // A connection without a request would keep the process alive.
    metricsServer?.closeAllConnections();
    /* oxlint-disable typescript/no-misused-promises -- `finally` awaits the promise */
    await Promise.resolve(context?.close())
      .finally(() => database.close())
      .finally(() => stopTracing?.());
    /* oxlint-enable typescript/no-misused-promises */
  }
}

/** An outdated schema would fail every request, whereas an unreachable database may recover. */
async function requireMigrations(
  service: Pick<Service, 'name' | 'definitions'>,
  databaseUrl: string,
  log: ServiceContext['log'],
  signal: AbortSignal,
): Promise<void> {
  try {
    const missing = await explainMissing(databaseUrl, service, signal);
    if (missing !== null) throw new Error(missing);
  } catch (error) {
    if (!isDatabaseUnavailable(error) || isAccessRefused(error)) throw error;
    log.warn({ err: error }, 'database unreachable; serving while waiting for it');
  }
}

/** A second signal ends the process, unless it follows within a second, because npm repeats a Ctrl-C. */
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
