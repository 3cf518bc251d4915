import { hashSecret } from '@platform/auth/secret';
import { AT_THE_COMMAND_LINE } from '../src/http/principal';
import { issueClientSecret } from '../src/identity/secrets/secrets';
import { signInAt } from './identity/sign-in-at';
import type { MemberFacts } from './seed';
import type { Reply, RequestOptions } from './send-json';
import { sendJson } from './send-json';
import type { TestApp } from './start-test-app';

export type Headers = NonNullable<RequestOptions['headers']>;

export const PASSWORD = 'seven lamps on a quiet street';

export const bearer = (secret: string): Headers => [['Authorization', `Bearer ${secret}`]];
export const apiKey = (secret: string): Headers => [['X-Api-Key', secret]];
export const xCompany = (handle: string): Headers => [['X-Company', handle]];

/** The people in a service's tests; each call creates them in a new organization. */
export function castOf(service: TestApp) {
  const call = (
    path: string,
    headers: Headers = [],
    request: RequestOptions = {},
  ): Promise<Reply> => sendJson(service.url + path, { ...request, headers });

  /** Ada, by default with every right except those of operators. */
  async function ada(facts: MemberFacts = {}) {
    const acme = await service.seed.company('acme');
    const member = { reportAccess: true, password: PASSWORD, ...facts };
    const { account } = await acme.member('Ada', member);
    const secret = await service.seed.secret(account, acme);
    const signIn = async (): Promise<Headers> => [
      await signInAt(service.url, { email: account.email, password: PASSWORD }),
    ];
    /** Signs in, and returns the headers with the session and the organization. */
    const session = async (): Promise<Headers> => [...(await signIn()), ...xCompany(acme.handle)];
    return { acme, account, secret, signIn, session };
  }

  /** Grace, an operator with both grants. */
  async function grace() {
    const home = await service.seed.company('home');
    const { account } = await home.member('Grace', { isOperator: true, reportAccess: true });
    return { home, account, secret: await service.seed.secret(account, home) };
  }

  /** Issues a client secret for the account and the organization of a personal secret. */
  async function clientSecret(
    secret: string,
    name = 'export',
  ): Promise<{ id: string; secret: string }> {
    const { db } = service.context;
    const hash = hashSecret(secret);
    const { accountId, companyId } = await db.prisma.personalSecret.findUniqueOrThrow({
      where: { hash: new Uint8Array(hash) },
    });
    return issueClientSecret(db, {
      ...AT_THE_COMMAND_LINE,
      accountId,
      companyId,
      environment: 'test',
      name,
      expiresAt: null,
    });
  }

  return { call, ada, grace, clientSecret };
}

/** Sets the expiry of a client secret to the past. */
export async function expire(service: TestApp, { id }: { id: string }): Promise<void> {
  const data = { expiresAt: new Date(Date.now() - 1) };
  await service.context.db.prisma.clientSecret.update({ where: { uuid: id }, data });
}
