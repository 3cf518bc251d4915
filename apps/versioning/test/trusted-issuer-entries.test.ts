import { readConfig } from '../src/main/config';
import { listHints, matchesClaims, slugPatternsOf } from '../src/trusted-issuers/trusted-issuers';
import { entryOf } from './trusted-issuer-entry';

const read = (entries: unknown) => () =>
  readConfig({
    TRUSTED_ISSUERS: typeof entries === 'string' ? entries : JSON.stringify(entries),
  });
const url = 'https://token.actions.githubusercontent.com';

test.each([
  ['acme/**', 'acme/shop', true],
  ['acme/**', 'acme/team/shop', true],
  ['acme/**', 'acme/', false],
  ['acme/**', 'acme//shop', false],
  ['acme/**', 'acme-evil/shop', false],
  ['acme/team/*', 'acme/team/shop', true],
  ['acme/team/*', 'acme/team', false],
  ['repo:acme/shop:*', 'repo:acme/shop:ref:refs/heads/main', true],
  ['repo:acme/shop:*', 'repo:acme/shop-api:ref', false],
])('the claim %s matches %s: %s', (project, given, isMatched) => {
  const [entry] = read([entryOf(url, { Claims: { project }, Slugs: ['shop'] })])().trustedIssuers;
  expect(matchesClaims(entry!, { project: given })).toBe(isMatched);
});

test('a list of entries is accepted', () => {
  expect(read([entryOf(url)])().trustedIssuers).toHaveLength(1);
  expect(read([])().trustedIssuers).toEqual([]);
});

test.each<[string, unknown]>([
  ['no JSON', '{'],
  ['no list', {}],
  ['no claim', [entryOf(url, { Claims: {} })]],
  ['a claim of everybody alone', [entryOf(url, { Claims: { aud: 'x' } })]],
  ['a wildcard alone', [entryOf(url, { Claims: { repository: '*' } })]],
  ['a wildcard within a name', [entryOf(url, { Claims: { repository: 'acme*' } })]],
  ['three stars', [entryOf(url, { Claims: { repository: 'acme/***' } })]],
  ['a wildcard in the middle', [entryOf(url, { Claims: { repository: 'acme/*/x' } })]],
  ['the scope keys', [entryOf(url, { Scopes: ['keys'] })]],
  ['the scope delete', [entryOf(url, { Scopes: ['delete'] })]],
  ['no slug', [entryOf(url, { Slugs: [] })]],
  ['an invalid slug', [entryOf(url, { Slugs: ['*-a'] })]],
  ['an issuer over http', [entryOf('http://issuer.example.org')]],
  ['an unknown property', [entryOf(url, { Slug: 'a' })]],
  ['two entries of one name', [entryOf(url), entryOf(url)]],
])('%s is refused', (_, entries) => {
  expect(read(entries)).toThrow(/TRUSTED_ISSUERS must be a JSON list/);
});

test('each pattern of one segment is reported', () => {
  const entries = [
    entryOf(url),
    entryOf(url, { Name: 'exact', Claims: { sub: 'repo:acme/shop:*' }, Slugs: ['shop-*'] }),
  ];
  expect(listHints(read(entries)().trustedIssuers)).toEqual([
    'TRUSTED_ISSUERS, entry github: repository acme/* matches one segment (acme/a, not acme/a/b). Write acme/** to ' +
      'match any number of segments.',
  ]);
});

test.each<[string, object, string]>([
  [
    'the last segment of any number',
    { Claims: { repository: 'acme/**' } },
    'acme/a/shop and acme/b/shop',
  ],
  [
    'text after a claim',
    { Slugs: ['{repository}-*'] },
    '{repository}-* could be a slug of another project',
  ],
  ['two claims', { Slugs: ['{ref}-{repository}'] }, 'could be a slug of another project'],
  ['a claim that no pattern bounds', { Slugs: ['{project}'] }, 'must have project in Claims'],
  [
    'a claim that matches any remainder',
    { Claims: { sub: 'repo:acme/shop:*' }, Slugs: ['{sub}'] },
    'may end in anything',
  ],
  [
    'a pipeline of any organization',
    { Slugs: ['{pipeline_slug}'] },
    'must have pipeline_slug in Claims',
  ],
])('a slug with %s prevents the start', (_, more, sentence) => {
  expect(read([entryOf(url, more)])).toThrow(sentence);
});

const gitlab = (more: object = {}) =>
  entryOf('https://gitlab.example.org', {
    Name: 'gitlab',
    Claims: { project_path: 'acme/**' },
    Slugs: ['{project_path:path}'],
    ...more,
  });

test.each<[string, object[]]>([
  ['of two issuers', [entryOf(url), gitlab({ Claims: { project_path: 'acme/*' } })]],
  [
    'of two owners',
    [entryOf(url), entryOf(url, { Name: 'other', Claims: { repository: 'other/*' } })],
  ],
  ['of a project and a group', [entryOf(url), gitlab()]],
  [
    'after a text with which a project may begin',
    [entryOf(url), gitlab({ Slugs: ['gitlab-{project_path:path}'] })],
  ],
  ['of a path behind a text', [gitlab(), entryOf(url, { Slugs: ['web/{repository}'] })]],
  [
    'below a project named like another platform',
    [
      entryOf(url, { Slugs: ['{repository}', '{repository}/*'] }),
      gitlab({ Slugs: ['gitlab/{project_path:path}'] }),
    ],
  ],
  ['of one entry, after a text', [entryOf(url, { Slugs: ['{repository}', 'web-{repository}'] })]],
  [
    'of one entry, at a path after a text',
    [gitlab({ Slugs: ['{project_path:path}', 'web/{project_path:path}'] })],
  ],
  [
    'of one entry, below another project',
    [entryOf(url, { Slugs: ['{repository}/*', 'web/{repository}'] })],
  ],
  [
    'of one group, in a team and after its name',
    [
      gitlab(),
      gitlab({
        Name: 'projects',
        Claims: { project_path: 'acme/*' },
        Slugs: ['team/{project_path}'],
      }),
    ],
  ],
  [
    'below a project named like the beginning of the slug of another',
    [
      entryOf(url, { Claims: { repository: 'acme/shop' }, Slugs: ['acme/{repository}'] }),
      gitlab({ Claims: { project_path: 'group/*' }, Slugs: ['{project_path}/*'] }),
    ],
  ],
  [
    'of which one is named like the slug of the other',
    [
      entryOf(url, { Claims: { repository: 'acme/web-shop' } }),
      entryOf(url, { Name: 'web', Slugs: ['web-{repository}'] }),
    ],
  ],
])('entries that grant one slug to projects %s prevent the start', (_, entries) => {
  expect(read(entries)).toThrow(/must not give two projects one slug: .*shop/);
});

test.each<[string, object[]]>([
  [
    'differ in branches',
    [
      entryOf(url),
      entryOf(url, {
        Name: 'hot',
        Claims: { repository: 'acme/*', ref: 'refs/heads/release/**' },
      }),
    ],
  ],
  [
    'have one project, exactly and by a pattern',
    [
      entryOf(url),
      entryOf(url, {
        Name: 'shop',
        Claims: { repository: 'acme/shop' },
        Slugs: ['{repository}', '{repository}/*'],
      }),
    ],
  ],
  [
    'put a text with a / before a claim',
    [entryOf(url), gitlab({ Slugs: ['gitlab/{project_path:path}'] })],
  ],
  [
    'name ids',
    [
      entryOf(url, { Slugs: ['github/{repository_id}'] }),
      gitlab({ Claims: { namespace_path: 'acme' }, Slugs: ['gitlab/{project_id}'] }),
    ],
  ],
  [
    'name pipelines of one organization',
    [entryOf(url, { Claims: { organization_slug: 'acme' }, Slugs: ['{pipeline_slug}'] })],
  ],
  [
    'give several slugs to each of two projects',
    ['shop', 'web'].map(name =>
      entryOf(url, {
        Name: name,
        Claims: { repository: `acme/${name}` },
        Slugs: ['{repository}', 'lib-{repository}', '{repository}/*'],
      }),
    ),
  ],
  [
    'put texts with a / before the claims of one entry',
    [gitlab({ Slugs: ['lib/{project_path:path}', 'app/{project_path:path}'] })],
  ],
  [
    'have a slug with a / and projects of one segment',
    [
      entryOf(url, { Claims: { repository: 'acme/shop' }, Slugs: ['acme/{repository}'] }),
      gitlab({ Claims: { project_path: 'group/*' }, Slugs: ['{project_path}'] }),
    ],
  ],
  ['put a text before an id', [entryOf(url, { Slugs: ['{project_id}', 'lib-{project_id}'] })]],
  ['list slugs themselves', [entryOf(url), gitlab({ Slugs: ['shop', 'team-a-*'] })]],
])('entries that %s are accepted', (_, entries) => {
  expect(read(entries)).not.toThrow();
});

test.each([
  [['{project_path:path}'], 'acme/team-a/api', ['team-a/api']],
  [['{project_path:path}', '{project_path:path}/*'], 'acme/api', ['api', 'api/*']],
  [['gitlab/{project_path:path}'], 'acme/team-a/api', ['gitlab/team-a/api']],
  [['{project_path:path}'], 'acme/team-a/*', []],
  [['{project_path:path}'], 'acme/../api', []],
])('the slugs %j of the project %s are %j', (Slugs, project_path, slugs) => {
  const [entry] = read([gitlab({ Slugs })])().trustedIssuers;
  expect(slugPatternsOf(entry!, { project_path })).toEqual(slugs);
});

test.each([
  ['an unknown rule', { Delete: true }, 'Delete'],
  ['an invalid line', { Lines: ['1.x'] }, 'Lines'],
  ['a placeholder without *', { Lines: ['{ref}'] }, 'Lines'],
  ['an unknown component', { Components: ['patch'] }, 'Components'],
])('%s prevents the start', (_, Allows, field) => {
  expect(read([entryOf(url, { Allows })])).toThrow(field);
});
