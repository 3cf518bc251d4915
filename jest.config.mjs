import { availableParallelism } from 'node:os';

const swc = [
  '@swc/jest',
  {
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', decorators: true },
      transform: { legacyDecorator: true },
    },
    module: { type: 'commonjs' },
  },
];

/** One run over every package; `scripts/test.mjs` passes the database in the environment. */
export default {
  testMatch: ['<rootDir>/{apps,packages}/*/test/**/*.test.ts', '<rootDir>/scripts/test/*.test.ts'],
  // Vitest runs them.
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/packages/console/'],
  testEnvironment: '<rootDir>/scripts/jest/environment.cjs',
  transform: {
    '\\.ts$': swc,
    // ES modules, which the loader of jest cannot import.
    '/node_modules/(@commander-js|commander|jose|non-error|oauth4webapi|openid-client|pg-boss|rrule-temporal|serialize-error)/.*\\.js$':
      swc,
    '/node_modules/.*\\.c?js$': '<rootDir>/scripts/jest/share-package.cjs',
  },
  // Loaded anew for each file: the tracer is global, and the router recognizes promises by their class.
  transformIgnorePatterns: ['/node_modules/(@opentelemetry|express|router)/'],
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'require', 'default'] },
  globalSetup: '<rootDir>/scripts/jest/global-setup.ts',
  setupFiles: ['<rootDir>/packages/http/testing/seed.ts'],
  globalTeardown: '<rootDir>/packages/db/testing/global-teardown.ts',
  reporters: ['default', '<rootDir>/scripts/test-totals.cjs'],
  // Tests wait for databases and processes more than they compute, and a given server also for its disk.
  maxWorkers: Math.max(process.env.DATABASE_URL ? 4 : 3, availableParallelism()),
  testTimeout: 60_000,
};
