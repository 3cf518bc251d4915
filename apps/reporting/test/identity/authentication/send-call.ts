import { randomUUID } from 'node:crypto';
import { generateSecret } from '@platform/auth/secret';
import { sendJson } from '../../send-json';
import type { Call } from './oracle';
import type { Environment, StoredAccount } from './store-account';

type Caller = Environment & StoredAccount & { readonly serviceKey: string };

/** Sends a call over HTTP, and returns its status and error code. */
export async function answerTo(caller: Caller, call: Call): Promise<string> {
  const { method } = call.operation;
  const { status, body } = await sendJson(urlOf(caller, call), {
    method,
    headers: headersOf(caller, call).filter((line): line is [string, string] => line[1] !== null),
    ...(method === 'GET' ? {} : { body: {} }),
  });
  return status < 300 ? String(status) : `${status} ${body.code}`;
}

function urlOf({ service, companies, accountId }: Caller, call: Call): string {
  const { operation, companyId, hasUnknownParameter } = call;
  const path = operation.path
    .replace('{accountId}', accountId)
    .replace('{acme}', companies.acme.handle);
  const url = new URL(service.url + path);
  if (companyId !== null) {
    const id = companyId === 'unregistered' ? randomUUID() : companies[companyId].uuid;
    url.searchParams.set('companyId', id);
  }
  if (hasUnknownParameter) url.searchParams.set('nonsense', '1');
  return url.href;
}

function headersOf(caller: Caller, call: Call): [name: string, value: string | null][] {
  const { authorization, apiKey, cookie, origin, xCompany } = call;
  const { service, companies } = caller;
  const secrets = {
    'personal secret': caller.personalSecret,
    'client secret': caller.clientSecret,
    'service secret': caller.serviceSecret,
    'service key': caller.serviceKey,
    'wrong secret': generateSecret('vsk', 'test').secret,
  };
  const session = `__Host-reporting_session=${caller.session}`;
  const cookies = { session, forged: `${session}x`, two: `${session}; ${session}` };
  const origins = {
    own: service.url,
    configured: service.context.config.allowedOrigins[0]!,
    foreign: 'https://evil.example',
    null: 'null',
  };
  const bearer = authorization && authorization !== 'no bearer' ? secrets[authorization] : null;
  const isNamed = xCompany !== null && xCompany !== 'nowhere' && xCompany !== 'empty';
  const handle = isNamed ? companies[xCompany].handle : xCompany;
  return [
    ['Authorization', bearer === null ? authorization && 'Basic dTpw' : `Bearer ${bearer}`],
    ['X-Api-Key', apiKey && secrets[apiKey]],
    ['Cookie', cookie && cookies[cookie]],
    ['Origin', origin && origins[origin]],
    ['X-Company', handle === 'empty' ? '' : handle],
  ];
}
