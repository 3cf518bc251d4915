import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { lingui } from '@lingui/vite-plugin';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { compileEnglish } from './build/compile-english.ts';
import { limitFirstPage } from './build/first-page.ts';

/** Relative paths, so that one build works under any prefix. The nonce is replaced by whoever serves the index. */
export default defineConfig({
  base: './',
  html: { cspNonce: 'CSP_NONCE' },
  plugins: [
    tanstackRouter({
      target: 'react',
      generatedRouteTree: './src/generated/route-tree.ts',
      autoCodeSplitting: true,
    }),
    lingui({
      cwd: import.meta.dirname,
      failOnMissing: true,
      failOnCompileError: true,
      macroTransform: { macro: { descriptorFields: 'message' } },
    }),
    compileEnglish(),
    react(),
    forProduction(),
    limitFirstPage(200_000),
    compress(),
  ],
  build: {
    target: 'es2022',
    // A `data:` module would need a looser policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1_000,
    // What every page needs, in one piece: dozens of small ones compress worse.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'initial', tags: ['$initial'] }] } },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ['/auth', '/reporting', '/me', '/security', '/diagnostic'].map(path => [
        path,
        process.env.REPORTING_URL ?? 'http://127.0.0.1:3002',
      ]),
    ),
  },
  test: {
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://localhost/console/' } },
    include: ['test/**/*.test.{ts,tsx}'],
    setupFiles: ['test/setup.ts'],
    // A zone west of UTC, where a day that is read as a time becomes the day before.
    env: { TZ: 'America/New_York' },
    // Modules and jsdom once a worker: nothing of a console is kept outside of it.
    isolate: false,
    testTimeout: 120_000,
    // All cores: by itself Vitest leaves one free, which is half of a small machine.
    maxWorkers: availableParallelism(),
    reporters: ['default', './test/totals.ts'],
    coverage: {
      provider: 'v8',
      include: ['src/**/*.{ts,tsx}'],
      exclude: ['src/generated/**', 'src/main.tsx', 'src/theme.ts', 'src/vite-env.d.ts'],
      reporter: ['text'],
      thresholds: { lines: 85 },
    },
  },
});

/** A build is for production, also where tests or a shell set another NODE_ENV: React would be the one for development. */
function forProduction(): Plugin {
  return {
    name: 'for-production',
    apply: 'build',
    config() {
      process.env.NODE_ENV = 'production';
    },
  };
}

/** Puts a `.gz` and a `.br` beside each script and style sheet: compressed once, not per request. */
function compress(): Plugin {
  return {
    name: 'compress',
    apply: 'build',
    // Only what is written is complete: Vite fills in what a chunk loads as the last step.
    writeBundle({ dir = 'dist' }, bundle) {
      for (const name of Object.keys(bundle)) {
        if (!/\.(js|css)$/.test(name)) continue;
        const file = path.join(dir, name);
        const content = readFileSync(file);
        const quality = { [constants.BROTLI_PARAM_QUALITY]: 9 };
        writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
        writeFileSync(`${file}.br`, brotliCompressSync(content, { params: quality }));
      }
    },
  };
}
