import { randomUUID } from 'node:crypto';
import { signToken } from '@platform/auth/cookies';
import { generateSecret, type Secret } from '@platform/auth/secret';
import type { TestApp } from '../../start-test-app';
import type { Handle, World } from './oracle';

export const HANDLES = ['acme', 'globex', 'initech'] as const;

export type Companies = Record<Handle, { id: number; uuid: string; handle: string }>;

/** The service in which accounts are generated and called. */
export interface Environment {
  readonly service: TestApp;
  readonly companies: Companies;
}

/** A stored account and its credentials. */
export interface StoredAccount {
  readonly accountId: string;
  readonly session: string;
  readonly personalSecret: string;
  readonly clientSecret: string;
  readonly serviceSecret: string;
}

/** Stores a generated account, and returns its credentials. */
export async function storeAccount(
  { service, companies }: Environment,
  start: World,
): Promise<StoredAccount> {
  const { config, db } = service.context;
  const { account, clientSecret, member, personalSecret, session } = db.prisma;
  const { isOperator, isDisabled, apiAccess, reportAccess } = start;
  const uuid = randomUUID();
  const { id: accountId } = await account.create({
    data: {
      uuid,
      email: `${uuid}@example.org`,
      name: 'Ada',
      isOperator,
      apiAccess,
      reportAccess,
      disabledAt: isDisabled ? new Date() : null,
    },
  });
  const data = HANDLES.flatMap(handle => {
    const facts = start.memberships[handle];
    return facts
      ? [{ uuid: randomUUID(), accountId, companyId: companies[handle].id, ...facts }]
      : [];
  });
  const [personal, client, program] = [1, 2, 3].map(() => generateSecret('vsk', 'test')) as [
    Secret,
    Secret,
    Secret,
  ];
  const stored = ({ prefix, hash }: Secret) => ({
    accountId,
    companyId: companies.acme.id,
    prefix,
    hash: new Uint8Array(hash),
  });
  const past = { createdAt: new Date(0), expiresAt: new Date(1_000) };
  const [{ id: jti }] = await Promise.all([
    session.create({
      data: {
        accountId,
        expiresAt: new Date(Date.now() + 3_600_000),
        ...(start.session === 'expired' ? past : {}),
        companyId: start.signedInTo && companies[start.signedInTo].id,
        isCompanyNamed: start.signedInTo !== null,
        endedAt: start.session === 'signed out' ? new Date() : null,
      },
    }),
    member.createMany({ data }),
    service.seed.serviceSecret(companies.acme, program),
    personalSecret.create({ data: stored(personal) }),
    clientSecret.create({
      data: {
        ...stored(client),
        name: 'export',
        ...(start.clientSecret === 'expired' ? past : {}),
      },
    }),
  ]);
  const iat = Math.floor(Date.now() / 1_000);
  const claims = { sub: uuid, companyId: null, jti, iat, exp: iat + 3_600 };
  return {
    accountId: uuid,
    session: signToken(claims, config.sessionSecret[0]!),
    personalSecret: personal.secret,
    clientSecret: client.secret,
    serviceSecret: program.secret,
  };
}
