import { spawnSync } from 'node:child_process';
import { setUp } from './setup.mjs';

/**
 * `npm run containers [-- --no-build]`: what the images and docker/compose.yaml do, on a stack of its own that
 * is gone afterwards. It takes Docker with compose, so it is no part of `npm test`; COMPOSE names another
 * command than `docker compose`.
 */
const command = (process.env.COMPOSE ?? 'docker compose').split(' ');
if (spawnSync(command[0], [...command.slice(1), 'version']).status !== 0) {
  process.stderr.write(
    `${command.join(' ')} does not run here: https://docs.docker.com/engine/install\n`,
  );
  process.exit(2);
}
setUp();
const { checkContainers } = await import('./containers/check.mjs');
await checkContainers({ command, build: !process.argv.includes('--no-build') });
