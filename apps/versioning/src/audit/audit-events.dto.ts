/** The kind of event. */
export type AuditEventKind =
  | 'KeyIssued'
  | 'KeyRotated'
  | 'KeyRevoked'
  | 'KeyRefused'
  | 'FormerSecretEnded';

/**
 * An event that concerns a key.
 * @example { "Id": "4711", "Number": 4698, "At": "2026-11-02T14:05:12.480Z", "Kind": "KeyIssued", "Actor": "command line", "ActorId": null, "KeyId": "12", "KeyName": "ci", "Detail": "read, write; team-a-*; no expiry" }
 */
export interface AuditEvent {
  /** The cursor for `before`. */
  Id: string;
  /**
   * Increases by one with each event, in commit order; null for a few seconds until it is assigned.
   * @isLong
   */
  Number: number | null;
  /** When it happened, UTC. */
  At: Date;
  /** The kind of event. */
  Kind: AuditEventKind;
  /** The name of the key that did it, or `command line`. */
  Actor: string;
  /** The ID of that key; null for the command line and bootstrap keys. */
  ActorId: string | null;
  /** The ID of the key concerned; null for bootstrap keys and pipelines' tokens. */
  KeyId: string | null;
  /** Its name. */
  KeyName: string;
  /** What the key allows, how long its former secret works, or why it was refused. */
  Detail: string | null;
}
