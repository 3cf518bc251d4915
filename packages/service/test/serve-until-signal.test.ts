import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readSettings } from '@platform/config';
import { databaseSettings } from '@platform/db';
import { serverSettings } from '@platform/http/settings';
import { serveUntilSignal } from '../src';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'services-serve-'));
  await chmod(directory, 0o755);
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const settings = { ...serverSettings({ port: 0 }), ...databaseSettings };
const readConfig = (env: NodeJS.ProcessEnv) => readSettings(settings, env);

test('if a service cannot be created, the database started for it is stopped', async () => {
  const isServerThere = () =>
    existsSync(path.join(directory, 'postgres', 'data', 'postmaster.pid'));
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
