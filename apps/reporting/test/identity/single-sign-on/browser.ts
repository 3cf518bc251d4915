import { type Reply, sendJson } from '../../send-json';

/** Stores and sends cookies by host, and follows redirects only as requested. */
export class Browser {
  private readonly jars = new Map<string, Map<string, string>>();

  /** @param addresses the actual address of each origin, as behind a proxy that terminates TLS */
  constructor(private readonly addresses: Readonly<Record<string, string>>) {}

  async visit(url: string, accept = '*/*'): Promise<Reply> {
    const { origin, pathname, search } = new URL(url);
    const jar = this.cookies(origin);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await sendJson((this.addresses[origin] ?? origin) + pathname + search, {
      headers: [['Accept', accept], ...(cookie === '' ? [] : [['Cookie', cookie] as const])],
    });
    for (const line of [response.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  }

  /** Follows redirects until one to `end`, and returns its URL without opening it. */
  async follow(url: string, end: string): Promise<string> {
    const response = await this.visit(url);
    const { location } = response.headers;
    if (typeof location !== 'string') throw new Error(`${url} answered ${response.text}`);
    const next = new URL(location, url).href;
    return next.startsWith(end) ? next : this.follow(next, end);
  }

  cookies(origin: string): Map<string, string> {
    const jar = this.jars.get(origin) ?? new Map<string, string>();
    this.jars.set(origin, jar);
    return jar;
  }
}
