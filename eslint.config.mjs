import tseslint from 'typescript-eslint';

/** Raw SQL has one door, packages/db: statements in .sql files, parameters by name. */
const rawSql = [
  {
    selector: 'MemberExpression[property.name=/^\\$(query|execute)Raw/]',
    message: 'Put the statement in a .sql file and run it with @platform/db.',
  },
  {
    selector: "CallExpression[callee.property.name='query'][callee.object.name=/pool|client|db/i]",
    message: 'Put the statement in a .sql file and run it with @platform/db.',
  },
];

const environment = {
  selector: "MemberExpression[object.name='process'][property.name='env']",
  message: 'Only main.ts and cli.ts read the environment; take a configuration.',
};

export default tseslint.config(
  { ignores: ['**/dist/**', '**/generated/**', '**/node_modules/**', '.data/**'] },
  {
    files: ['**/*.ts'],
    extends: [...tseslint.configs.strictTypeChecked, ...tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      'no-console': 'error',
      'no-restricted-syntax': ['error', ...rawSql, environment],
    },
  },
  {
    files: ['packages/db/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', environment] },
  },
  {
    files: ['**/main.ts', '**/cli.ts', '**/test/**', '**/testing/**', '**/*.config.ts', 'bench/**'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    files: ['packages/**/*.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            { group: ['**/apps/**', 'versioning', 'reporting'], message: 'Packages know nothing of apps.' },
          ],
        },
      ],
    },
  },
  {
    files: ['packages/auth/src/**/*.ts'],
    rules: {
      'no-restricted-imports': ['error', { paths: ['express', '@platform/db', '@platform/http'] }],
    },
  },
  {
    files: ['packages/http/src/**/*.ts'],
    rules: { 'no-restricted-imports': ['error', { paths: ['pg', '@platform/db', '@platform/auth'] }] },
  },
);
