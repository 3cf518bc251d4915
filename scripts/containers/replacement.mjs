import { setTimeout as wait } from 'node:timers/promises';
import { underLoad } from './load.mjs';

/** As long as nginx may still know an address that is gone. */
const NGINX_FORGETS = 6_000;

/** Replaces a service's container twice, by docker/replace.sh, which fails if one does not end well. */
export async function checkReplacement({ origin, replace }, service, credentials) {
  const told = await underLoad(service, origin, credentials, async () => {
    for (let time = 0; time < 2; time++) {
      await wait(1_000);
      await replace(service);
    }
    await wait(NGINX_FORGETS);
  });
  return `${service} replaced twice under ${told}`;
}

/** One of two replicas of versioning dies at work: what it left unanswered is made once, by the other. */
export async function checkDeath({ origin, compose, docker }, credentials) {
  const scale = ['--no-deps', '--no-recreate', '--scale', 'versioning=2', 'versioning'];
  await compose('up', '--detach', ...scale);
  const [first] = (await compose('ps', '--quiet', 'versioning')).split('\n');
  const told = await underLoad('versioning', origin, credentials, async () => {
    await wait(NGINX_FORGETS);
    await docker('kill', first);
    await wait(NGINX_FORGETS);
  });
  return `a replica of versioning killed under ${told}`;
}
