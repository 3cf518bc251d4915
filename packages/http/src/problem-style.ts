import type { Problem } from './problem';
import type { ProblemCatalog } from './problem-catalog';

/**
 * How a service writes what is not its own resources: `pascal` is `{ Title, Status, Detail, Code }` as
 * application/json, `rfc9457` is application/problem+json in camelCase.
 */
export type ProblemStyle = 'pascal' | 'rfc9457';

export interface RenderedProblem {
  readonly status: number;
  readonly contentType: string;
  /** JSON text. */
  readonly body: string;
}

/** @throws Error for a code that the catalog does not have: that is a mistake in the service */
export function renderProblem(
  { code, detail, errors }: Problem,
  catalog: ProblemCatalog,
  style: ProblemStyle,
): RenderedProblem {
  const entry = catalog[code];
  if (!entry) throw new Error(`There is no problem ${code} in the catalog of this service`);
  const { status, title } = entry;
  if (style === 'pascal') {
    const body = { Title: title, Status: status, Detail: detail, Code: code };
    return { status, contentType: 'application/json', body: JSON.stringify(body) };
  }
  // `about:blank` says that the title and the code tell everything: there is no page to look up.
  const body = { type: 'about:blank', title, status, detail, code, errors };
  return { status, contentType: 'application/problem+json', body: JSON.stringify(body) };
}
