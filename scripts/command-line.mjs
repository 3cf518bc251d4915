import { spawn } from 'node:child_process';
import { whenParentExits } from './exit-with-parent.mjs';
import { cliOf, root } from './setup.mjs';

/** `node scripts/command-line.mjs SERVICE …`: the command line of a service, in a checkout that is set up. */
const [service, ...args] = process.argv.slice(2);
const child = spawn(process.execPath, [cliOf(service), ...args], { cwd: root, stdio: 'inherit' });
// Ctrl-C has reached the child already; this process waits for what it makes of it.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => child.kill('SIGTERM'));
whenParentExits(() => child.kill('SIGTERM'));
child.on('exit', (code, signal) => {
  process.exitCode = signal ? 1 : (code ?? 1);
});
