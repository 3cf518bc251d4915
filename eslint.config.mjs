import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/** Only packages/db runs raw SQL: statements are in .sql files and have named parameters. */
const rawSql = [
  {
    selector: 'MemberExpression[property.name=/^\\$(query|execute)Raw/]',
    message: 'Put the statement in a .sql file and run it with @platform/db.',
  },
  {
    selector: "CallExpression[callee.property.name='query'][callee.object.name=/pool|client|db/i]",
    message: 'Put the statement in a .sql file and run it with @platform/db.',
  },
  {
    selector:
      "CallExpression[callee.property.name='query'][callee.object.property.name=/pool|client|db/i]",
    message: 'Put the statement in a .sql file and run it with @platform/db.',
  },
];

const environment = {
  selector: "MemberExpression[object.name='process'][property.name='env']",
  message: 'Only cli.ts reads the environment; take a configuration.',
};

export default tseslint.config(
  { ignores: ['**/dist/**', '**/generated/**', '**/node_modules/**', '.data/**'] },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [...tseslint.configs.strictTypeChecked, ...tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // Callers state the type of parsed JSON, and of what a container provides.
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      // tsoa reads the type of a parameter, not of its default.
      '@typescript-eslint/no-inferrable-types': 'off',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
      ],
      'no-console': 'error',
      'no-restricted-syntax': ['error', ...rawSql, environment],
    },
  },
  {
    // Event handlers may return promises: the query or mutation shows their errors.
    files: ['packages/console/**/*.{ts,tsx}'],
    extends: [jsxA11y.flatConfigs.recommended, reactHooks.configs.flat.recommended],
    rules: {
      // React's compiler is not used.
      'react-hooks/incompatible-library': 'off',
      // Scrollable regions must be focusable by keyboard.
      'jsx-a11y/no-noninteractive-tabindex': ['error', { tags: [], roles: ['tabpanel', 'region'] }],
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      'no-restricted-syntax': 'off',
      // The router redirects when a redirect is thrown.
      '@typescript-eslint/only-throw-error': 'off',
    },
  },
  {
    files: ['packages/db/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', environment] },
  },
  {
    files: ['**/cli.ts', '**/test/**', '**/testing/**', '**/*.config.ts', 'bench/**', 'e2e/**'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    // Tests read responses without types, because they check what is in them.
    files: ['**/test/**/*.ts', '**/testing/**/*.ts'],
    rules: {
      '@typescript-eslint/no-explicit-any': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/require-await': 'off',
    },
  },
  {
    // tsoa describes a Record with TypeScript's own comment.
    files: ['**/*.dto.ts'],
    rules: { '@typescript-eslint/consistent-indexed-object-style': 'off' },
  },
  {
    files: ['packages/**/*.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: ['**/apps/**', 'versioning', 'reporting'],
              message: 'Packages know nothing of apps.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['packages/auth/src/**/*.ts'],
    rules: {
      'no-restricted-imports': ['error', { paths: ['pg', '@platform/db'] }],
    },
  },
  {
    files: ['packages/http/src/**/*.ts'],
    rules: {
      'no-restricted-imports': ['error', { paths: ['pg', '@platform/db', '@platform/auth'] }],
    },
  },
);
