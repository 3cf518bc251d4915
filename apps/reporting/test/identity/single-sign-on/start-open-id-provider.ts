import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { ask } from '../../ask';

/** What this service is at the provider. */
export const client = {
  clientId: 'reporting',
  clientSecret: 'what the provider knows the service by: 100% secret',
};

export interface OpenIdProvider {
  readonly url: string;
  /** Somebody at the provider, from now on with these claims. */
  person(subject: string, claims: Readonly<Record<string, unknown>>): Promise<void>;
  /** Its process no longer answers, and its port no longer refuses. */
  hang(): void;
  kill(): Promise<void>;
}

export interface ProviderFacts {
  readonly redirectUri: string;
  /** Its former port, for one that comes back. */
  readonly port?: number;
  /**
   * Whether it does no more than OpenID Connect asks of it: e-mail addresses at its UserInfo endpoint alone,
   * `client_secret_basic` alone.
   */
  readonly isBare?: boolean;
  /** Whether its ID tokens are signed by a key that it does not publish. */
  readonly isForged?: boolean;
  /** Seconds by which its clock is fast. */
  readonly clockSkew?: number;
}

/** A real provider (oidc-provider, an ES module that jest cannot load) in a process of its own. */
export async function startOpenIdProvider(facts: ProviderFacts): Promise<OpenIdProvider> {
  const settings = JSON.stringify({
    port: 0,
    isBare: false,
    isForged: false,
    clockSkew: 0,
    ...client,
    ...facts,
  });
  const child = spawn(process.execPath, [path.join(__dirname, 'open-id-provider.mjs'), settings], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const exited = once(child, 'exit');
  const [url] = (await Promise.race([
    once(createInterface(child.stdout), 'line'),
    exited.then(() => Promise.reject(new Error('the provider did not start'))),
  ])) as [string];
  return {
    url,
    async person(subject, claims) {
      await ask(`${url}/people/${subject}`, { method: 'PUT', body: claims });
    },
    hang: () => void child.kill('SIGSTOP'),
    async kill() {
      // One that hangs ends as well.
      child.kill('SIGKILL');
      await exited;
    },
  };
}
