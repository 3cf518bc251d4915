import { spawn } from 'node:child_process';

/**
 * Runs a program of pinned packages of npm, which are too large to install for those who never do. What it prints
 * is told only when it fails.
 */
export function npx(packages, program, args, folder) {
  const pinned = packages.flatMap(name => ['--package', name]);
  // A shell finds npx.cmd on Windows; every argument is made by this repository.
  const command = ['npx', '--yes', ...pinned, program, ...args].join(' ');
  const child = spawn(command, { cwd: folder, shell: true });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', data => (output += data));
  return new Promise((resolve, reject) => {
    child.once('close', code => {
      if (code === 0) resolve();
      else reject(new Error(`${program} failed:\n${output}`));
    });
  });
}
