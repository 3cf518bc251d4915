import { transaction } from '@platform/db';
import { untilConnection } from '@platform/db/testing';
import { waitUntil } from '@platform/http/testing';
import { importChoices, nameOfUser } from '../../src/import/import-options';
import { beginRun, ImportRun } from '../../src/import/import-run';
import { addRun } from '../../src/import/runs/add-run';
import { runCommand } from '../start-process';
import { EXAMPLE, startTestImports } from './test-folder';

test('a run is started by the operating system user', () => {
  expect(nameOfUser(() => ({ username: 'ada' }))).toBe('ada');
});

test('a run is started by a number if the user has no name', () => {
  const withoutEntry = () => {
    throw new Error('ENOENT: no such file or directory, uv_os_get_passwd');
  };
  expect(nameOfUser(withoutEntry)).toBe(`uid ${process.getuid!()}`);
});

const RUN = {
  name: 'test',
  startedBy: 'ada',
  options: importChoices.parse({}),
  undoes: null,
  ignored: [],
};

test('a run ends without waiting for a blocked heartbeat', async () => {
  const imports = await startTestImports();
  const { db, url } = imports;
  const { id } = await addRun(db, RUN);
  const holder = await db.pool.connect();
  await holder.query('begin');
  await holder.query('select from reporting.import_run for update');
  const run = new ImportRun(db, id);
  await untilConnection(url, "wait_event_type = 'Lock'");
  await run.stopHeartbeat();
  await holder.query('rollback');
  holder.release();
  expect(
    await imports.rows('select alive_at = created_at as "isFirst" from reporting.import_run'),
  ).toEqual([{ isFirst: true }]);
  await imports.close();
});

test('a run sends heartbeats again after the transaction in which it succeeded was rolled back', async () => {
  const imports = await startTestImports();
  const { db } = imports;
  const { id } = await addRun(db, RUN);
  await beginRun(db, id);
  const run = new ImportRun(db, id);
  const attempt = transaction(db, async tx => {
    await run.succeed(tx, {});
    throw new Error('conflict');
  });
  await expect(attempt).rejects.toThrow('conflict');
  const aliveAt = async () =>
    (await imports.rows('select alive_at::text as at from reporting.import_run'))[0]!.at;
  const before = await aliveAt();
  run.restart();
  await waitUntil(async () => (await aliveAt()) !== before);
  await run.stopHeartbeat();
  await imports.close();
});

test('a command whose import is cancelled ends, and changes nothing', async () => {
  const imports = await startTestImports();
  const { db, url } = imports;
  const holder = await db.pool.connect();
  await holder.query('begin; lock table reporting.company');
  const command = runCommand(['import', EXAMPLE], { DATABASE_URL: url });
  await untilConnection(url, "wait_event_type = 'Lock'");
  await db.pool.query(
    "update reporting.import_run set status = 'cancelled', finished_at = clock_timestamp()",
  );
  const { code, stderr } = await command;
  await holder.query('rollback');
  holder.release();
  expect([code, stderr]).toEqual([1, expect.stringContaining('The import was cancelled')]);
  expect(await imports.rows('select from reporting.company')).toEqual([]);
  await imports.close();
});
