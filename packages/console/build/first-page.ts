import { gzipSync } from 'node:zlib';
import type { Plugin, Rollup } from 'vite';

/** What is loaded before the first page shows its figures: the sign-in, what stands around every page, and the page. */
const ROUTES =
  /\/src\/routes\/(sign-in|_signed-in|_signed-in\/_organization|_signed-in\/_organization\/overview)\.tsx/;
const FOUND = 4;

/** Fails a build whose first page has more script, after gzip, than docs/contract/console.md allows. */
export function limitFirstPage(mostBytes: number): Plugin {
  return {
    name: 'limit-first-page',
    apply: 'build',
    generateBundle(_options, bundle) {
      const bytes = [...firstPage(bundle)].reduce(
        (sum, { code }) => sum + gzipSync(code, { level: 9 }).length,
        0,
      );
      if (bytes > mostBytes) {
        this.error(`The first page has ${bytes} bytes of script, of ${mostBytes} that it may have`);
      }
    },
  };
}

/** The scripts of these routes and of the index, with all that they import before they run. */
function firstPage(bundle: Rollup.OutputBundle): ReadonlySet<Rollup.OutputChunk> {
  const chunks = Object.values(bundle).filter(output => output.type === 'chunk');
  const routes = chunks.filter(({ facadeModuleId }) => ROUTES.test(facadeModuleId ?? ''));
  if (routes.length !== FOUND) throw new Error(`${routes.length} of ${FOUND} routes are built`);
  const found = new Set<Rollup.OutputChunk>();
  const waiting = [...routes, ...chunks.filter(({ isEntry }) => isEntry)];
  for (let chunk = waiting.pop(); chunk !== undefined; chunk = waiting.pop()) {
    if (found.has(chunk)) continue;
    found.add(chunk);
    const { imports } = chunk;
    waiting.push(...chunks.filter(({ fileName }) => imports.includes(fileName)));
  }
  return found;
}
