/** A generator whose first element was taken already, whole again. */
export async function* prepend<Element>(
  first: IteratorResult<Element>,
  rest: AsyncGenerator<Element>,
): AsyncGenerator<Element> {
  if (!first.done) yield first.value;
  yield* rest;
}
