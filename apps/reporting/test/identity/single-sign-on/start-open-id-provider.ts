import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { sendJson } from '../../send-json';

/** The registration of this service at the provider. */
export const client = {
  clientId: 'reporting',
  clientSecret: 'what the provider knows the service by: 100% secret',
};

export interface OpenIdProvider {
  readonly url: string;
  /** Adds a person, or replaces their claims. */
  person(subject: string, claims: Readonly<Record<string, unknown>>): Promise<void>;
  /** Makes the process hang, so that its port accepts connections without responding. */
  hang(): void;
  kill(): Promise<void>;
}

export interface ProviderFacts {
  readonly redirectUri: string;
  /** The previous port, to restart a provider. */
  readonly port?: number;
  /**
   * Whether it only does what OpenID Connect requires: e-mails only from the UserInfo endpoint, and only
   * `client_secret_basic`.
   */
  readonly isBare?: boolean;
  /** Whether its ID tokens are signed with an unpublished key. */
  readonly isForged?: boolean;
  /** The number of seconds by which its clock is ahead. */
  readonly clockSkew?: number;
}

/** A real provider (oidc-provider, an ES module that Jest cannot load) in a separate process. */
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
      await sendJson(`${url}/people/${subject}`, { method: 'PUT', body: claims });
    },
    hang: () => void child.kill('SIGSTOP'),
    async kill() {
      // Also stops a process that hangs.
      child.kill('SIGKILL');
      await exited;
    },
  };
}
