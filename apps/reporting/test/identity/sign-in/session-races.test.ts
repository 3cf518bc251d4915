import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { query, readStatement, transaction } from '@platform/db';
import { waitUntil } from '@platform/http/testing';
import { AT_THE_COMMAND_LINE, type Person } from '../../../src/http/principal';
import { changeAccount, setEnabled } from '../../../src/identity/accounts/accounts';
import { lockAccount } from '../../../src/identity/accounts/operators';
import { describeSession } from '../../../src/identity/sign-in/current-session';
import { changePassword, setPassword } from '../../../src/identity/sign-in/passwords';
import type { Context } from '../../../src/main/context';
import { type Headers, PASSWORD } from '../../cast';
import type { SeededAccount } from '../../seed';
import { sendJson } from '../../send-json';
import { startTestApp, type TestApp } from '../../start-test-app';
import { signInAt } from '../sign-in-at';

const next = 'eight lamps on a loud street';

let service: TestApp;
beforeAll(async () => {
  service = await startTestApp({ RATE_LIMIT_SIGN_IN: 'off' });
});
afterAll(() => service.close());

const waiting = readStatement<{ count: number }>(
  path.join(__dirname, '../../statements'),
  'waiting-for-locks.sql',
);

const signIn = async ({ email }: SeededAccount): Promise<Headers> => [
  await signInAt(service.url, { email, password: PASSWORD }),
];

const untilWaiting = (count: number) =>
  waitUntil(async () => (await query(service.context.db, waiting, {}))[0]!.count >= count);

/** Locks the account until both are waiting, the sign-in first. */
async function meet(account: SeededAccount, end: () => Promise<unknown>): Promise<Headers> {
  const { db } = service.context;
  const [signedIn, ended] = await transaction(db, async tx => {
    await lockAccount(tx, account.id);
    const first = signIn(account);
    await untilWaiting(1);
    const second = end();
    await untilWaiting(2);
    return [first, second] as const;
  });
  await ended;
  return signedIn;
}

test.each<[string, (account: SeededAccount, session: Headers) => Promise<unknown>]>([
  [
    'changed',
    (_, headers) =>
      sendJson(`${service.url}/me/password`, {
        method: 'POST',
        headers,
        body: { current: PASSWORD, new: next },
      }),
  ],
  ['set by an administrator', account => setPassword(service.context.db, account, next)],
  [
    'no longer accepted, because the account is temporarily disabled',
    async ({ id }) => {
      await setEnabled(service.context.db, id, false);
      await setEnabled(service.context.db, id, true);
    },
  ],
])('no session remains from a sign-in while its password is being %s', async (_, end) => {
  const { account } = await (await service.seed.company('acme')).member('Ada', {
    password: PASSWORD,
  });
  const session = await signIn(account);
  const headers = await meet(account, () => end(account, session));
  const { status } = await sendJson(`${service.url}/auth/session`, { headers });
  expect(status).toBe(401);
});

test('an account that is disabled while it changes its language stays disabled', async () => {
  const { account } = await (await service.seed.company('acme')).member('Ada', {
    password: PASSWORD,
  });
  const headers = await signIn(account);
  const { db } = service.context;
  const changed = await transaction(db, async tx => {
    await lockAccount(tx, account.id);
    const change = sendJson(`${service.url}/me/language`, {
      ...{ method: 'PUT', headers },
      body: { language: 'de' },
    });
    await untilWaiting(1);
    await changeAccount(tx, account.id, { isDisabled: true }, AT_THE_COMMAND_LINE);
    return [change];
  });
  await Promise.all(changed);
  const { disabledAt } = await db.prisma.account.findUniqueOrThrow({ where: { id: account.id } });
  expect(disabledAt).not.toBeNull();
});

test.each<[string, (context: Context, person: Person) => Promise<unknown>]>([
  ['its description', describeSession],
  [
    'a change of its password',
    (context, person) =>
      changePassword(
        context,
        person,
        { current: PASSWORD, new: next },
        { address: null, claim: {} },
      ),
  ],
])('an account erased since the request was authenticated gets 401 for %s', async (_, act) => {
  const erased: Person = {
    kind: 'person',
    credential: 'session',
    prefix: '',
    sessionId: randomUUID(),
    account: {
      id: 0,
      uuid: randomUUID(),
      email: 'ada@acme.example',
      name: 'Ada',
      isOperator: false,
      apiAccess: true,
      reportAccess: true,
    },
  };
  await expect(act(service.context, erased)).rejects.toMatchObject({ code: 'session-invalid' });
});
