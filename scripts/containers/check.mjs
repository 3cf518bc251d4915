import { issueKey, makeReader } from '../credentials.mjs';
import { endings } from '../endings.mjs';
import { checkCollections } from './collections.mjs';
import { checkHardening } from './hardening.mjs';
import { checkLinks } from './links.mjs';
import { checkDeath, checkReplacement } from './replacement.mjs';
import { bringUp } from './stack.mjs';

/** Brings the stack up and holds it to each of these; throws at the first that fails. */
export async function checkContainers(options) {
  const { onEnd, end } = endings();
  try {
    const stack = await bringUp(options, onEnd);
    const say = text => process.stdout.write(`containers: ${text}\n`);
    say(`up after ${stack.seconds.toFixed(1)} s`);
    say(await checkHardening(stack));
    const credentials = { apiKey: await issueKey(stack.run), ...(await makeReader(stack.run)) };
    say(await checkLinks(stack, credentials));
    say(await checkReplacement(stack, 'versioning', credentials));
    say(await checkReplacement(stack, 'reporting', credentials));
    say(await checkDeath(stack, credentials));
    say(await checkCollections(stack, credentials));
  } finally {
    await end();
  }
}
