import { signIn } from './session.js';

export interface PasswordCount {
  changes: number;
  /** Accounts that neither password opens, or that the new one does not though it was confirmed. */
  lost: number;
  /** Accounts that both passwords open, or that the old one does though the new one was confirmed. */
  twice: number;
}

const CHOSEN = 'a second password, chosen for the drill';

/** Changes the password of one account after the other; all of `emails` begin with the same. */
export function startPasswordChanges(url: string, emails: readonly string[], password: string) {
  const count: PasswordCount = { changes: 0, lost: 0, twice: 0 };
  let isRunning = true;

  async function change(email: string): Promise<void> {
    const cookie = await signIn(url, email, password);
    if (cookie === null) throw new Error(`${email} cannot sign in.`);
    const isConfirmed = await fetch(`${url}/me/password`, {
      method: 'POST',
      headers: { Cookie: cookie, 'Content-Type': 'application/json' },
      body: JSON.stringify({ current: password, new: CHOSEN }),
    }).then(
      ({ status }) => status === 204,
      () => false,
    );
    const opens = {
      old: (await signIn(url, email, password)) !== null,
      new: (await signIn(url, email, CHOSEN)) !== null,
    };
    count.changes += 1;
    if (opens.new && opens.old) count.twice += 1;
    if (!opens.new && (isConfirmed || !opens.old)) count.lost += 1;
  }
  async function keepChanging() {
    for (const email of emails) {
      if (!isRunning) return;
      await change(email);
    }
  }
  const changing = keepChanging();
  return {
    async finish() {
      isRunning = false;
      await changing;
      return count;
    },
  };
}
