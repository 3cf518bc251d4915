import { runNode, setUp } from './setup.mjs';

/** `node scripts/run.mjs FILE.ts …` sets up the checkout and runs a TypeScript program of this repository. */
await setUp();
process.exitCode = runNode('node_modules/tsx/dist/cli.mjs', process.argv.slice(2));
