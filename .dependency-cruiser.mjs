/** The folders of apps/reporting/src; each imports only those below it. */
const REPORTING = [
  'main',
  'demo',
  'privacy',
  'reminders',
  'schedules',
  'import',
  'export',
  'records',
  'reports',
  'mail',
  'compliance',
  'identity',
  'mail-queue',
  'audit',
  'http',
];

/** The same of apps/versioning/src. */
const VERSIONING = [
  'main',
  'packages',
  'audit',
  'trusted-issuers',
  'api-keys',
  'idempotency',
  'http',
];

/** The types of the configuration and of the context, which every folder may import. */
const HANDED_OVER = '/main/(config|context)\\.ts$';

function layers(app, folders) {
  return folders.slice(1).map((folder, index) => ({
    name: `${app}-${folder}`,
    comment: 'Folders of a service import one way.',
    severity: 'error',
    from: { path: `^apps/${app}/src/${folder}/` },
    to: {
      path: `^apps/${app}/src/(${folders.slice(0, index + 1).join('|')})/`,
      pathNot: HANDED_OVER,
    },
  }));
}

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...layers('reporting', REPORTING),
    ...layers('versioning', VERSIONING),
    {
      name: 'no-cycle',
      comment: 'Modules that import each other cannot be read or changed alone; types count too.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'packages-know-no-app',
      comment: 'Dependencies point one way: apps → packages.',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^apps/', pathNot: '/openapi\\.json$' },
    },
    {
      name: 'apps-know-no-other',
      comment: 'Each service is deployed alone.',
      severity: 'error',
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'context-below-features',
      comment:
        'A feature imports context.ts for what it uses of the service; compose.ts, above the features, builds it. The types that context.ts names are theirs.',
      severity: 'error',
      from: { path: '^apps/[^/]+/src/main/context\\.ts$' },
      to: { path: '^apps/[^/]+/src/[^/]+/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'features-know-no-other',
      comment:
        'A feature of the console can be changed alone; what two need is in ui, api or text.',
      severity: 'error',
      from: { path: '^packages/console/src/features/([^/]+)/' },
      to: { path: '^packages/console/src/(features|routes)/', pathNot: '/features/$1/' },
    },
    {
      name: 'shared-knows-no-feature',
      comment: 'In the console dependencies point one way: routes → features → shared.',
      severity: 'error',
      from: { path: '^packages/console/src/(ui|api|text|shell)/' },
      to: { path: '^packages/console/src/(features|routes)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/(dist|generated)/' },
    includeOnly: '^(apps|packages)/[^/]+/src/',
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
  },
};
