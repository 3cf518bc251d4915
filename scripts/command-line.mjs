import { spawn } from 'node:child_process';
import path from 'node:path';
import { whenParentExits } from './exit-with-parent.mjs';
import { root } from './setup.mjs';

/** `node scripts/command-line.mjs SERVICE …`: the command line of a service, in a checkout that is set up. */
const [service, ...args] = process.argv.slice(2);
const cli = path.join(root, 'apps', service, 'dist', 'cli.js');
const child = spawn(process.execPath, [cli, ...args], { cwd: root, stdio: 'inherit' });
// Ctrl-C has reached the child already; this process waits for what it makes of it.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => child.kill('SIGTERM'));
whenParentExits(() => child.kill('SIGTERM'));
child.on('exit', (code, signal) => {
  process.exitCode = signal ? 1 : (code ?? 1);
});
