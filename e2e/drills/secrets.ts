import { setTimeout as wait } from 'node:timers/promises';
import type { Reader } from '../scratch/services.js';
import { answeredBy, signIn } from './session.js';

export interface SecretCount {
  secrets: number;
  /** Secrets that were handed out, not replaced, and refused. */
  lost: number;
  /** Secrets that still worked after the next one was handed out. */
  twice: number;
}

/** Who signs in once and then replaces the personal secret over and over. */
export async function startSecrets(url: string, { email, password, company }: Reader) {
  const cookie = await signIn(url, email, password);
  if (cookie === null) throw new Error('The reader cannot sign in.');
  const count: SecretCount = { secrets: 0, lost: 0, twice: 0 };
  let isRunning = true;

  const generate = async () => {
    const response = await fetch(`${url}/me/client-secret`, {
      method: 'POST',
      headers: { Cookie: cookie, 'X-Company': company },
    });
    if (response.status !== 201) throw new Error(`answered with ${response.status}`);
    return ((await response.json()) as { secret: string }).secret;
  };
  const works = async (secret: string) =>
    (await answeredBy(() => fetch(`${url}/me/client-secret`, { headers: { 'X-Api-Key': secret } })))
      .status === 200;

  async function keepReplacing() {
    let current: string | null = null;
    while (isRunning) {
      const next = await generate().catch(() => null);
      if (next !== null) {
        count.secrets += 1;
        if (!(await works(next))) count.lost += 1;
        if (current !== null && (await works(current))) count.twice += 1;
        current = next;
      }
      await wait(50);
    }
  }
  const replacing = keepReplacing();
  return {
    async finish() {
      isRunning = false;
      await replacing;
      return count;
    },
  };
}
