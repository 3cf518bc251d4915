import { spawn } from 'node:child_process';
import path from 'node:path';
import { freePorts } from '../free-ports.mjs';
import { root } from '../setup.mjs';

const FILES = [
  'docker/compose.yaml',
  'docker/compose.demo.yaml',
  'scripts/containers/unlimited.yaml',
];

/**
 * docker/compose.yaml from nothing, with the demonstration and without limits; gone at the end, with its data.
 * `seconds` is how long that took, `run` answers what a command line prints.
 */
export async function bringUp({ command: [program, ...words], build }, onEnd) {
  const [port] = await freePorts(1);
  const environment = {
    ...process.env,
    COMPOSE: [program, ...words].join(' '),
    COMPOSE_PROJECT_NAME: 'services-check',
    COMPOSE_FILE: FILES.map(file => path.join(root, file)).join(path.delimiter),
    LISTEN: `127.0.0.1:${port}`,
  };
  const execute = (name, args, input) => finish(name, args, environment, input);
  const compose = (...args) => execute(program, [...words, ...args]);

  const begun = performance.now();
  onEnd(() => compose('down', '--volumes', '--timeout', '20'));
  await compose('up', '--detach', ...(build ? ['--build'] : []));
  return {
    origin: `http://127.0.0.1:${port}`,
    seconds: (performance.now() - begun) / 1000,
    compose,
    docker: (...args) => execute('docker', args),
    replace: service => execute(path.join(root, 'docker', 'replace.sh'), [service]),
    run: (service, args, input) =>
      execute(program, [...words, 'run', '--rm', '-T', service, ...args], input),
  };
}

/** What a program prints on its standard output. @throws Error with its standard error when it fails */
function finish(name, args, env, input = '') {
  const child = spawn(name, args, { cwd: root, env });
  let [output, complaint] = ['', ''];
  child.stdout.on('data', data => (output += data));
  child.stderr.on('data', data => (complaint += data));
  child.stdin.end(input);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', code => {
      if (code === 0) resolve(output.trim());
      else reject(new Error(`${name} ${args.join(' ')} failed: ${complaint.trim()}\n${output}`));
    });
  });
}
