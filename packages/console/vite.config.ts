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
import { CHUNKS, limitFirstPage } from './build/first-page.ts';

/** Uses relative paths, so that one build works under any prefix. The service replaces the nonce (console.ts). */
export default defineConfig(({ command }) => {
  // Even if it is set differently; otherwise React's development build would be used.
  if (command === 'build') process.env.NODE_ENV = 'production';
  return {
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
      limitFirstPage(200_000),
      compress(),
    ],
    build: {
      target: 'es2022',
      // A `data:` module would require a less strict Content-Security-Policy.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 1_000,
      // A few chunks, because dozens of small ones compress worse and, over HTTP/1.1, wait for each other.
      rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } },
    },
    test: {
      environment: 'jsdom',
      environmentOptions: { jsdom: { url: 'http://localhost/console/' } },
      include: ['test/**/*.test.{ts,tsx}'],
      setupFiles: ['test/setup.ts'],
      // West of UTC, where a date parsed as a time becomes the previous day.
      env: { TZ: 'America/New_York' },
      // Loads modules and jsdom once per worker, because tests do not share state.
      isolate: false,
      testTimeout: 120_000,
      // All cores, because Vitest would leave one idle.
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
  };
});

/** Writes a `.gz` and a `.br` next to each script and style sheet, so that they are not compressed per request. */
function compress(): Plugin {
  return {
    name: 'compress',
    apply: 'build',
    // After writing, because Vite inserts the dependencies of chunks as the last step.
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
