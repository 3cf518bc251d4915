import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * What a service says of its errors in `openapi-refusals.json` beside its document, where it has one: their
 * media type, and examples. An example is `of` operations, schemes and requirements by their names; one that
 * is of none is of every operation that documents its status.
 */
export function readRefusals(document) {
  const file = path.join(path.dirname(document), 'openapi-refusals.json');
  if (!existsSync(file)) return {};
  const { mediaType, examples } = JSON.parse(readFileSync(file, 'utf8'));
  const components = Object.fromEntries(
    Object.entries(examples).map(([name, { value }]) => [
      name,
      { value: { type: 'about:blank', ...value } },
    ]),
  );
  return { mediaType, examples, components };
}

/** Gives the errors of an operation that tsoa has written, its requirements still there, what is said of them. */
export function documentRefusals(operation, { mediaType, examples }) {
  if (mediaType === undefined) return;
  const asking = (operation.security ?? []).flatMap(Object.entries).flat(2);
  const names = new Set([operation.operationId, ...asking]);
  const possible = Object.entries(examples).filter(
    ([, { of }]) => !of || of.some(name => names.has(name)),
  );
  for (const [status, response] of Object.entries(operation.responses)) {
    const { schema } = response.content?.['application/json'] ?? {};
    if (schema?.$ref !== '#/components/schemas/Refusal') continue;
    const references = possible
      .filter(([, { value }]) => value.status === Number(status))
      .map(([name]) => [name, { $ref: `#/components/examples/${name}` }]);
    response.content = { [mediaType]: { schema, examples: Object.fromEntries(references) } };
  }
}
