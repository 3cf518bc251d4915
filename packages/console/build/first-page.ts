import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** The routes loaded before the first page shows its figures: sign-in, the layouts and the page. */
const ROUTES = /\/src\/routes\/(sign-in|_signed-in(\/_organization(\/overview)?)?)\.tsx/;

/** What these routes import is in the first two. */
export const CHUNKS = [
  { name: 'initial', tags: ['$initial' as const] },
  { name: 'first-page', test: ROUTES },
  { name: 'shared', minShareCount: 3 },
];

/** Fails a build whose first page has more script, after gzip, than docs/contract/console.md allows. */
export function limitFirstPage(maxBytes: number): Plugin {
  return {
    name: 'limit-first-page',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter(output => output.type === 'chunk');
      let bytes = 0;
      for (const { name } of CHUNKS.slice(0, 2)) {
        const chunk = chunks.find(each => each.name === name);
        if (!chunk) throw new Error(`The build has no chunk ${name}`);
        bytes += gzipSync(chunk.code, { level: 9 }).length;
      }
      if (bytes > maxBytes) {
        this.error(`The first page has ${bytes} bytes of script; the limit is ${maxBytes}`);
      }
    },
  };
}
