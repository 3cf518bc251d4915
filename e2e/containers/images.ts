import type { Stack } from './stack.js';

/** In bytes, without the base image. */
const MAX_SIZE = 250e6;

/** Checks privileges, file system, package managers and size of the running containers. */
export async function checkHardening({ compose, docker }: Stack) {
  const results: string[] = [];
  for (const service of ['versioning', 'reporting']) {
    const container = await compose('ps', '--quiet', service);
    const inspect = (format: string) => docker('inspect', '--format', format, container);
    const status = await docker('exec', container, 'cat', '/proc/1/status');
    const isRefused = await docker('exec', container, 'touch', '/app/written').then(
      () => false,
      () => true,
    );
    const managers = 'command -v npm npx corepack yarn apt-get apt dpkg || true';
    const found = await docker('exec', container, 'sh', '-c', managers);
    const size = await sizeOverBase(docker, await inspect('{{.Image}}'));
    check(service, 'runs as node', (await docker('exec', container, 'id', '-un')) === 'node');
    check(service, 'cannot gain privileges', /^NoNewPrivs:\t1$/m.test(status));
    check(service, 'has no capability', /^CapBnd:\t0+$/m.test(status));
    check(service, 'cannot write to its file system', isRefused);
    check(service, 'has no package manager', found === '');
    check(service, `adds at most ${MAX_SIZE} bytes to its base, not ${size}`, size < MAX_SIZE);
    results.push(`${service} adds ${Math.round(size / 1e6)} MB`);
  }
  return results.join('; ');
}

/** Checks that Location, Link, Swagger UI and the document's servers include the proxy's prefix. */
export async function checkLinks({ origin }: Stack, apiKey: string) {
  const base = `${origin}/versioning`;
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const create = (Slug: string) =>
    fetch(`${base}/api/packages`, { method: 'POST', headers, body: JSON.stringify({ Slug }) });
  const created = await create('linked');
  await create('linked-too');
  await follow(created.headers.get('location'), created.url, headers, '/versioning/');

  const page = await fetch(`${base}/api/packages?limit=1`, { headers });
  const [, next] = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '') ?? [];
  await follow(next, page.url, headers, '/versioning/');

  for (const service of ['versioning', 'reporting']) {
    const swagger = await follow('swagger', `${origin}/${service}/`, {}, `/${service}/`);
    const [, script] = /<script src="([^"]+)"/.exec(await swagger.text()) ?? [];
    await follow(script, swagger.url, {}, `/${service}/`);
    const document = await fetch(`${origin}/${service}/swagger/openapi.json`);
    const { servers } = (await document.json()) as { servers: { url: string }[] };
    const address = servers[0]?.url ?? '';
    if (address !== `${origin}/${service}`) throw new Error(`servers: ${address}`);
  }
  return 'Location, Link, Swagger UI and the documents include the prefixes';
}

function check(service: string, claim: string, holds: boolean) {
  if (!holds) throw new Error(`${service}: expected that it ${claim}`);
}

/** Adds up the layers from the first line of the last stage on. */
async function sizeOverBase(docker: Stack['docker'], image: string) {
  const format = '{{.Size}} {{.CreatedBy}}';
  const history = await docker(
    ...['history', '--human=false', '--no-trunc', '--format', format, image],
  );
  const layers = history.split('\n');
  const first = layers.findIndex(layer => layer.includes('WORKDIR /app'));
  return layers.slice(0, first + 1).reduce((sum, layer) => sum + Number.parseInt(layer, 10), 0);
}

/** Resolves and fetches a reference as browsers do. @throws Error if it fails or is outside the prefix */
async function follow(
  reference: string | null | undefined,
  from: string,
  headers: Record<string, string>,
  prefix: string,
) {
  if (!reference) throw new Error(`${from} has no link to follow`);
  const url = new URL(reference, from);
  const response = await fetch(url, { headers });
  const { pathname } = new URL(response.url);
  if (!response.ok || !pathname.startsWith(prefix)) {
    throw new Error(`${from} leads to ${url.href}: ${response.status} at ${pathname}`);
  }
  return response;
}
