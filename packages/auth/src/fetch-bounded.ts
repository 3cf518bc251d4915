/**
 * Fetches a response including its body, so that a slow or endless body fails the fetch instead of its reader.
 * @throws Error if the response is incomplete when `init.signal` aborts, or its body exceeds `maxBytes`
 */
export async function fetchBounded(
  address: string,
  init: RequestInit,
  maxBytes: number,
): Promise<Response> {
  const response = await fetch(address, init);
  if (response.body === null) return response;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body) {
    size += (chunk as Uint8Array).byteLength;
    if (size > maxBytes) throw new Error(`The response exceeds ${maxBytes} bytes.`);
    chunks.push(chunk as Uint8Array);
  }
  const { status, headers } = response;
  return new Response(Buffer.concat(chunks), { status, headers });
}
