import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readSettings } from '@platform/config';
import { databaseSettings } from '@platform/db';
import { connect, createEmptyDatabase, untilConnection } from '@platform/db/testing';
import { createMetrics } from '@platform/http';
import { serverSettings } from '@platform/http/settings';
import { captureLog } from '@platform/http/testing';
import { serveUntilSignal } from '../src';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'services-serve-'));
  await chmod(directory, 0o755);
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const settings = { ...serverSettings({ port: 0 }), ...databaseSettings };
const readConfig = (env: NodeJS.ProcessEnv) => readSettings(settings, env);

const isServerThere = () => existsSync(path.join(directory, 'postgres', 'data', 'postmaster.pid'));

test('if a service cannot be created, the database started for it is stopped', async () => {
  let wasThere = false;
  const service = {
    name: 'impossible',
    description: 'fails while it is made',
    settings,
    definitions: null,
    readConfig,
    createContext() {
      wasThere = isServerThere();
      throw new Error('it cannot be made');
    },
    createApp: () => {
      throw new Error('nor is it asked for');
    },
  };
  const served = serveUntilSignal(service, readConfig({ DATA_DIR: directory }));
  await expect(served).rejects.toThrow('it cannot be made');
  expect([wasThere, isServerThere()]).toEqual([true, false]);
}, 60_000);

test('if a service cannot be closed, the database started for it is stopped', async () => {
  const { log } = captureLog();
  const service = {
    name: 'stuck',
    description: 'fails while it is closed',
    settings,
    definitions: null,
    readConfig,
    createContext: () =>
      Promise.resolve({
        log,
        metrics: createMetrics('stuck'),
        startBackgroundJobs: jest.fn(),
        startDraining: jest.fn(),
        close: () => Promise.reject(new Error('it cannot be closed')),
      }),
    createApp: () => Promise.reject(new Error('it cannot be made')),
  };
  const served = serveUntilSignal(service, readConfig({ DATA_DIR: directory }));
  await expect(served).rejects.toThrow('it cannot be closed');
  expect(isServerThere()).toBe(false);
}, 60_000);

test('a signal ends a service that waits to migrate', async () => {
  const database = await createEmptyDatabase();
  const other = connect(database.directUrl);
  const holder = await other.pool.connect();
  await holder.query('select pg_advisory_lock(72707369)');
  const { log, lines } = captureLog();
  const close = jest.fn(() => Promise.resolve());
  const service = {
    name: 'waiting',
    description: 'waits for another replica to migrate',
    settings,
    definitions: null,
    readConfig,
    createContext: () =>
      Promise.resolve({
        log,
        metrics: createMetrics('waiting'),
        startBackgroundJobs: jest.fn(),
        startDraining: jest.fn(),
        close,
      }),
    createApp: () => {
      throw new Error('it is not asked for');
    },
  };
  const env = { DATABASE_URL: database.directUrl, MIGRATE_ON_START: 'true' };
  const served = serveUntilSignal(service, readConfig(env));
  await untilConnection(database.directUrl, "wait_event_type = 'Lock'");
  process.emit('SIGTERM');
  await served;
  expect(close).toHaveBeenCalledTimes(1);
  expect(lines.map(({ msg }) => msg)).toEqual(['stopped while starting']);
  holder.release(true);
  await other.close();
  await database.drop();
});
