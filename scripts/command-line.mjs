import { pathToFileURL } from 'node:url';
import { cliOf, whenParentExits } from './setup.mjs';

/** `node scripts/command-line.mjs SERVICE …` runs the command line of a service in a checkout that has been set up. */
const [service] = process.argv.splice(2, 1);
whenParentExits(() => process.kill(process.pid, 'SIGTERM'));
await import(pathToFileURL(cliOf(service)).href);
