/** An answer whose bytes are settled before it is sent, so that it can be kept and replayed. */
export interface StoredResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text. */
  readonly body: string;
  /** It was given before, to an earlier call under the same Idempotency-Key. */
  readonly isReplay?: boolean;
}

/** Whether the call that is answered so changed something: refusals and replays tell of no change. */
export function isChange({ status, isReplay }: StoredResponse): boolean {
  return status < 400 && !isReplay;
}
