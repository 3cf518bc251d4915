/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
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
      from: { path: '^apps/[^/]+/src/context\\.ts$' },
      to: { path: '^apps/[^/]+/src/[^/]+/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'settings-below-features',
      comment: 'What every feature imports imports none of them.',
      severity: 'error',
      from: {
        path: '^apps/[^/]+/src/(config|problems|documented-input)\\.ts$',
        // It reads a setting that a feature defines; context.ts does not import it.
        pathNot: '^apps/versioning/src/config\\.ts$',
      },
      to: { path: '^apps/[^/]+/src/[^/]+/', reachable: true },
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
