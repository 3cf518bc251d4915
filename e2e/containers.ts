import { checkCollections } from './containers/collections.js';
import { checkHardening, checkLinks } from './containers/images.js';
import { checkDeath, checkReplacement } from './containers/load.js';
import { checkRestore } from './containers/restore.js';
import { bringUp, type Stack } from './containers/stack.js';
import { checkUploads } from './containers/uploads.js';
import { createCleanup } from './scratch/cleanup.js';
import { run } from './scratch/programs.js';
import { issueKey, makeReader } from './scratch/services.js';

/**
 * `npm run containers [-- --no-build]` tests the images and docker/compose.yaml in a separate compose project, which is
 * removed afterwards. COMPOSE replaces the command `docker compose`.
 */
const command = (process.env.COMPOSE ?? 'docker compose').split(' ');
await run(command[0]!, [...command.slice(1), 'version']).catch(() => {
  process.stderr.write(`${command.join(' ')} cannot be run; see docs.docker.com/engine/install\n`);
  process.exit(2);
});
await using cleanup = createCleanup();
const build = process.argv.includes('--no-build') ? [] : ['--build'];
const options = {
  command,
  project: 'services-check',
  files: ['docker/compose.demo.yaml'],
  start: ({ compose }: Pick<Stack, 'compose'>) => compose('up', '--detach', ...build),
};
const stack = await bringUp(options, cleanup);
const print = (text: string) => process.stdout.write(`containers: ${text}\n`);
print(`up after ${stack.seconds.toFixed(1)} s`);
print(await checkHardening(stack));
const credentials = {
  apiKey: await issueKey(stack.runCommand),
  reader: await makeReader(stack.runCommand),
};
print(await checkLinks(stack, credentials.apiKey));
print(await checkUploads(stack));
print(await checkReplacement(stack, 'versioning', credentials));
print(await checkReplacement(stack, 'reporting', credentials));
print(await checkDeath(stack, credentials));
print(await checkRestore(stack, credentials, command, cleanup));
print(await checkCollections(stack, credentials));
