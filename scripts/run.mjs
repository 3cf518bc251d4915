import { runNode, setUp } from './setup.mjs';

/** `node scripts/run.mjs FILE.ts …`: a TypeScript program of this repository, in a checkout that is set up. */
await setUp();
process.exitCode = runNode('node_modules/tsx/dist/cli.mjs', process.argv.slice(2));
