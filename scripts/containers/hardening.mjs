/** What operations.md ("Containers") promises of an image, asked of the running containers. */
const LARGEST = 250e6;

export async function checkHardening({ compose, docker }) {
  const told = [];
  for (const service of ['versioning', 'reporting']) {
    const container = await compose('ps', '--quiet', service);
    const inspect = async format => docker('inspect', '--format', format, container);
    const status = await docker('exec', container, 'cat', '/proc/1/status');
    const isRefused = await docker('exec', container, 'touch', '/app/written').then(
      () => false,
      () => true,
    );
    const size = await sizeOverBase(docker, await inspect('{{.Image}}'));
    check(service, 'runs as node', (await docker('exec', container, 'id', '-un')) === 'node');
    check(service, 'may gain nothing', /^NoNewPrivs:\t1$/m.test(status));
    check(service, 'has no capability', /^CapBnd:\t0+$/m.test(status));
    check(service, 'writes nothing', isRefused);
    check(service, `adds ${size} bytes to its base`, size < LARGEST);
    const ready = await secondsToReady(docker, container);
    told.push(`${service} adds ${Math.round(size / 1e6)} MB, ready after ${ready.toFixed(1)} s`);
  }
  return told.join('; ');
}

function check(service, claim, holds) {
  if (!holds) throw new Error(`it does not hold that ${service} ${claim}`);
}

/** The layers from the last stage's first line on. */
async function sizeOverBase(docker, image) {
  const history = await docker(
    ...['history', '--human=false', '--no-trunc', '--format', '{{.Size}} {{.CreatedBy}}', image],
  );
  const layers = history.split('\n');
  const first = layers.findIndex(layer => layer.includes('WORKDIR /app'));
  return layers.slice(0, first + 1).reduce((sum, layer) => sum + Number.parseInt(layer, 10), 0);
}

/** From the start of a container to its first line, which says that it listens. */
async function secondsToReady(docker, container) {
  const started = await docker('inspect', '--format', '{{.State.StartedAt}}', container);
  const [first] = (await docker('logs', '--timestamps', container)).split(' ');
  return (Date.parse(first) - Date.parse(started)) / 1000;
}
