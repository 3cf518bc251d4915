import type { ChildProcess } from 'node:child_process';

export interface Service {
  readonly name: 'versioning' | 'reporting';
  readonly port: number;
  readonly url: string;
  readonly child: ChildProcess;
  /** Resolves with the exit reason. */
  readonly exited: Promise<string>;
}

export function startService(
  name: Service['name'],
  port: number,
  environment: NodeJS.ProcessEnv,
  stdout?: 'inherit' | number,
): Service;

export function waitUntilHealthy(service: Service): Promise<void>;
