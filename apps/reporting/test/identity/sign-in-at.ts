import { type Reply, type RequestOptions, sendJson } from '../send-json';

/** Signs in with a password, and returns the Cookie header of the session. */
export async function signInAt(
  url: string,
  credentials: { email: string; password: string; company?: string },
): Promise<NonNullable<RequestOptions['headers']>[number]> {
  const { status, text, headers } = await sendJson(`${url}/auth/login`, {
    method: 'POST',
    body: credentials,
  });
  if (status !== 204) throw new Error(`no session: ${status} ${text}`);
  return ['Cookie', String(headers['set-cookie']).split(';')[0]!];
}

/** Returns the Cookie header with the cookies that a response sets. */
export function cookiesOf({ headers }: Reply): [['Cookie', string]] {
  const pairs = [headers['set-cookie'] ?? []].flat().map(cookie => cookie.split(';')[0]!);
  return [['Cookie', pairs.join('; ')]];
}
