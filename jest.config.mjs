/** One run over every package: `scripts/test.mjs` gives the database by the environment. */
export default {
  testMatch: ['<rootDir>/{apps,packages}/*/test/**/*.test.ts'],
  transform: {
    '\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true },
        },
        module: { type: 'commonjs' },
      },
    ],
  },
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'require', 'default'] },
  globalSetup: '<rootDir>/packages/db/testing/global-setup.ts',
  globalTeardown: '<rootDir>/packages/db/testing/global-teardown.ts',
  reporters: ['default', '<rootDir>/scripts/test-totals.cjs'],
  testTimeout: 30_000,
};
