import { spawn } from 'node:child_process';
import path from 'node:path';
import { root } from './setup.mjs';

/** `node scripts/command-line.mjs SERVICE …`: the command line of a service, in a checkout that is set up. */
const [service, ...args] = process.argv.slice(2);
const cli = path.join(root, 'apps', service, 'dist', 'cli.js');
const child = spawn(process.execPath, [cli, ...args], { cwd: root, stdio: 'inherit' });
// Ctrl-C reaches the whole group, the child too; this process waits for its answer.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => {
  process.exitCode = signal ? 1 : (code ?? 1);
});
