import { setTimeout as wait } from 'node:timers/promises';
import { eventually, repeat } from '../scratch/eventually.js';
import type { Reader } from '../scratch/services.js';

/**
 * Signs in once and replaces the personal secret continuously.
 * @param patience how many seconds the service may be unavailable
 */
export async function startSecrets(
  url: string,
  { email, password, company }: Reader,
  patience = 60,
) {
  const signedIn = await fetch(`${url}/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const cookie = signedIn.headers.getSetCookie()[0]!.split(';')[0]!;
  /** `lost` counts secrets rejected before their replacement, `twice` those still accepted after it. */
  const count = { secrets: 0, lost: 0, twice: 0 };

  const replace = async () => {
    const headers = { Cookie: cookie, 'X-Company': company };
    const response = await fetch(`${url}/me/client-secret`, { method: 'POST', headers });
    if (response.status !== 201)
      throw new Error(`Replacing the secret returned ${response.status}.`);
    return ((await response.json()) as { secret: string }).secret;
  };
  const works = (secret: string) =>
    eventually(async () => {
      const headers = { 'X-Api-Key': secret };
      const { status } = await fetch(`${url}/me/client-secret`, { headers });
      if (status === 503) throw new Error('The service is unavailable.');
      return status === 200;
    }, patience);

  let current: string | null = null;
  const replacing = repeat(async () => {
    // If the response is lost, nobody knows the secret; the next one replaces it.
    const next = await replace().catch(() => null);
    if (next !== null) {
      count.secrets += 1;
      if (!(await works(next))) count.lost += 1;
      if (current !== null && (await works(current))) count.twice += 1;
      current = next;
    }
    await wait(50);
  });
  return {
    async finish() {
      await replacing.stop();
      return count;
    },
  };
}
