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
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/(dist|generated)/' },
    includeOnly: '^(apps|packages)/[^/]+/src/',
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
  },
};
