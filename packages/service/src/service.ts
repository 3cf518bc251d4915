import type { Setting, SettingValues } from '@platform/config';
import type { Definitions, databaseSettings } from '@platform/db';
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
