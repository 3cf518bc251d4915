import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Relative paths, so that one build works under any prefix. The nonce is replaced by whoever serves the index. */
export default defineConfig({
  base: './',
  html: { cspNonce: 'CSP_NONCE' },
  plugins: [react(), compress()],
  build: {
    target: 'es2022',
    // A `data:` module would need a looser policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1_000,
  },
  server: {
    proxy: Object.fromEntries(
      ['/auth', '/reporting', '/me', '/security', '/diagnostic'].map(path => [
        path,
        process.env.REPORTING_URL ?? 'http://127.0.0.1:3002',
      ]),
    ),
  },
});

/** Puts a `.gz` and a `.br` beside each script and style sheet: compressed once, not per request. */
function compress(): Plugin {
  return {
    name: 'compress',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (!/\.(js|css)$/.test(file.fileName)) continue;
        const content = Buffer.from(file.type === 'chunk' ? file.code : file.source);
        const emit = (extension: string, source: Buffer) =>
          this.emitFile({ type: 'asset', fileName: file.fileName + extension, source });
        emit('.gz', gzipSync(content, { level: 9 }));
        emit(
          '.br',
          brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
        );
      }
    },
  };
}
