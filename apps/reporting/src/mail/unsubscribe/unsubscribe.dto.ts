/**
 * The form that email clients send (RFC 8058), urlencoded or multipart.
 * @example { "List-Unsubscribe": "One-Click" }
 */
export interface UnsubscribeForm {
  /** Always `One-Click`. */
  'List-Unsubscribe': 'One-Click';
}
