import { gzipSync } from 'node:zlib';
import type { Plugin, Rollup } from 'vite';

/** The routes loaded before the first page shows its figures: sign-in, the layouts and the page. */
const ROUTES =
  /\/src\/routes\/(sign-in|_signed-in|_signed-in\/_organization|_signed-in\/_organization\/overview)\.tsx/;
const ROUTE_COUNT = 4;

/** Fails a build whose first page has more script, after gzip, than docs/contract/console.md allows. */
export function limitFirstPage(maxBytes: number): Plugin {
  return {
    name: 'limit-first-page',
    apply: 'build',
    generateBundle(_options, bundle) {
      const bytes = [...firstPage(bundle)].reduce(
        (sum, { code }) => sum + gzipSync(code, { level: 9 }).length,
        0,
      );
      if (bytes > maxBytes) {
        this.error(`The first page has ${bytes} bytes of script; the limit is ${maxBytes}`);
      }
    },
  };
}

/** Returns the scripts of these routes and of the index, with all their static imports. */
function firstPage(bundle: Rollup.OutputBundle): ReadonlySet<Rollup.OutputChunk> {
  const chunks = Object.values(bundle).filter(output => output.type === 'chunk');
  const routes = chunks.filter(({ facadeModuleId }) => ROUTES.test(facadeModuleId ?? ''));
  if (routes.length !== ROUTE_COUNT) {
    throw new Error(`Found ${routes.length} of ${ROUTE_COUNT} routes in the build`);
  }
  const found = new Set([...routes, ...chunks.filter(({ isEntry }) => isEntry)]);
  // Also iterates the chunks that are added meanwhile.
  for (const { imports } of found) {
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) found.add(chunk);
  }
  return found;
}
