/** That what leads on leads through the edge: Location, Link, Swagger UI, the document's servers. */
export async function checkLinks({ origin }, { apiKey }) {
  const base = `${origin}/versioning`;
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const create = Slug =>
    fetch(`${base}/api/packages`, { method: 'POST', headers, body: JSON.stringify({ Slug }) });
  const created = await create('linked');
  await create('linked-too');
  await follow(created.headers.get('location'), created.url, headers, '/versioning/');

  const page = await fetch(`${base}/api/packages?limit=1`, { headers });
  const [, next] = /<([^>]+)>; rel="next"/.exec(page.headers.get('link')) ?? [];
  await follow(next, page.url, headers, '/versioning/');

  for (const service of ['versioning', 'reporting']) {
    const swagger = await follow('swagger', `${origin}/${service}/`, {}, `/${service}/`);
    const html = await swagger.text();
    const [, script] = /<script src="([^"]+)"/.exec(html) ?? [];
    await follow(script, swagger.url, {}, `/${service}/`);
    const document = await fetch(`${origin}/${service}/swagger/openapi.json`);
    const { servers } = await document.json();
    if (servers[0].url !== `${origin}/${service}`) throw new Error(`servers: ${servers[0].url}`);
  }
  return 'Location, Link, Swagger UI and the documents lead through the prefixes';
}

/** A reference as a browser resolves it, which has to be there. */
async function follow(reference, from, headers, prefix) {
  if (!reference) throw new Error(`${from} leads nowhere`);
  const url = new URL(reference, from);
  const response = await fetch(url, { headers });
  const { pathname } = new URL(response.url);
  if (!response.ok || !pathname.startsWith(prefix)) {
    throw new Error(`${from} leads to ${url}, which answers ${response.status} at ${pathname}`);
  }
  return response;
}
