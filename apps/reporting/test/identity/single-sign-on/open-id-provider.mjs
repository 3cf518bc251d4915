// An OpenID provider in a separate process, whose settings start-open-id-provider.ts describes. It exits with the process
// that started it.
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { Provider } from 'oidc-provider';

process.stdin.resume().on('end', () => process.exit());
const settings = JSON.parse(process.argv[2]);
const people = new Map();
const now = Date.now;
Date.now = () => now() + (settings.clockSkew ?? 0) * 1_000;

const server = createServer(async (request, response) => {
  const [, place, name] = request.url.split('/');
  if (place === 'people') {
    people.set(name, await json(request));
    response.end();
  } else if (place === 'jwks' && settings.isForged) {
    response.setHeader('Content-Type', 'application/json').end('{"keys":[]}');
  } else if (place === 'interaction') {
    await finishInteraction(request, response);
  } else {
    await answer(request, response);
  }
});
await new Promise(resolve => server.listen(settings.port, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${server.address().port}`;

const provider = new Provider(url, {
  clients: [
    {
      client_id: settings.clientId,
      client_secret: settings.clientSecret,
      redirect_uris: [settings.redirectUri],
      token_endpoint_auth_method: settings.isBare ? 'client_secret_basic' : 'client_secret_post',
    },
  ],
  ...(settings.isBare ? { clientAuthMethods: ['client_secret_basic'] } : {}),
  cookies: { keys: ['signs the cookies of the provider'] },
  claims: {
    // Claims that providers add to ID tokens without a scope.
    openid: [
      'sub',
      'tid',
      'xms_edov',
      '_claim_names',
      '_claim_sources',
      'hasgroups',
      'roles',
      'realm_access',
      'hd',
    ],
    email: ['email', 'email_verified'],
    profile: ['name', 'employee_number'],
    groups: ['groups'],
  },
  conformIdTokenClaims: settings.isBare,
  pkce: { required: () => true },
  features: { devInteractions: { enabled: false } },
  interactions: { url: (_, { uid }) => `/interaction/${uid}` },
  findAccount: (_, sub) =>
    people.has(sub) ? { accountId: sub, claims: () => ({ sub, ...people.get(sub) }) } : undefined,
  async loadExistingGrant({ oidc }) {
    const { clientId, session } = { clientId: oidc.client.clientId, session: oidc.session };
    const grant = new oidc.provider.Grant({ clientId, accountId: session.accountId });
    grant.addOIDCScope('openid email profile groups');
    await grant.save();
    return grant;
  },
});
const answer = provider.callback();
console.log(url);

/** The cookie `person` identifies the person at the browser; without it, the sign-in is declined. */
function finishInteraction(request, response) {
  const [, accountId] = /\bperson=(\w+)/.exec(request.headers.cookie ?? '') ?? [];
  const result = accountId ? { login: { accountId } } : { error: 'access_denied' };
  return provider.interactionFinished(request, response, result);
}
