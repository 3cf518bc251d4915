import { setTimeout as wait } from 'node:timers/promises';

/** The session cookie of a sign-in, repeated until it is answered; null where the password is not right. */
export async function signIn(url: string, email: string, password: string): Promise<string | null> {
  const { status, headers } = await answeredBy(() =>
    fetch(`${url}/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email, password }),
    }),
  );
  if (status === 401) return null;
  if (status !== 204) throw new Error(`The sign-in was answered with ${status}.`);
  return headers.getSetCookie()[0]!.split(';')[0]!;
}

/** The answer of a call that may be repeated, once it is one: neither lost nor 503. */
export async function answeredBy(call: () => Promise<Response>): Promise<Response> {
  for (let attempt = 0; attempt < 600; attempt++) {
    const response = await call().catch(() => null);
    if (response !== null && response.status !== 503) return response;
    await wait(100);
  }
  throw new Error('A call was not answered within 600 attempts.');
}
