import { pathToFileURL } from 'node:url';
import { whenParentExits } from './exit-with-parent.mjs';
import { cliOf } from './setup.mjs';

/** `node scripts/command-line.mjs SERVICE …`: the command line of a service, in a checkout that is set up. */
const [service] = process.argv.splice(2, 1);
whenParentExits(() => process.kill(process.pid, 'SIGTERM'));
await import(pathToFileURL(cliOf(service)).href);
