import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Cleanup } from '../scratch/cleanup.js';
import { root } from '../scratch/programs.js';

const FOLDER = 'apps/reporting/test/identity/single-sign-on';

/** What a service is at the provider. */
export const client = {
  clientId: 'reporting',
  clientSecret: 'known to the provider and the service',
};

/** The OpenID provider of reporting's tests, which knows one person: `reader`, with a verified e-mail address. */
export async function startProvider(
  facts: { port: number; redirectUri: string; email: string },
  cleanup: Cleanup,
): Promise<string> {
  const { email, ...rest } = facts;
  const settings = JSON.stringify({ isBare: false, isForged: false, ...client, ...rest });
  const child = spawn(
    process.execPath,
    [path.join(root, FOLDER, 'open-id-provider.mjs'), settings],
    {
      // It ends when its input does.
      stdio: ['pipe', 'pipe', 'ignore'],
    },
  );
  cleanup.add(() => child.kill('SIGKILL'));
  const [url] = (await once(createInterface(child.stdout), 'line')) as [string];
  const body = JSON.stringify({ email, email_verified: true });
  await fetch(`${url}/people/reader`, { method: 'PUT', body });
  return url;
}
