/** What happened. */
export enum AuditEventKind {
  KeyIssued = 'KeyIssued',
  KeyRotated = 'KeyRotated',
  KeyRevoked = 'KeyRevoked',
  KeyRefused = 'KeyRefused',
}

/**
 * What happened to a key.
 * @example { "Id": "4711", "Number": 4698, "At": "2026-11-02T14:05:12.480Z", "Kind": "KeyIssued", "Actor": "command line", "ActorId": null, "KeyId": "12", "KeyName": "ci", "Detail": "read, write; team-a-*; no expiry" }
 */
export interface AuditEvent {
  /** The cursor of `before`. */
  Id: string;
  /**
   * Grows by one with each event, in the order of their commits; null for some seconds, until it is given.
   * @isInt
   */
  Number: number | null;
  /** When it happened, UTC. */
  At: Date;
  /** What happened. */
  Kind: AuditEventKind;
  /** The name of the key that did it, or `command line`. */
  Actor: string;
  /** The id of that key; null for the command line and a bootstrap key. */
  ActorId: string | null;
  /** The key; null for a bootstrap key and the token of a pipeline. */
  KeyId: string | null;
  /** Its name. */
  KeyName: string;
  /** What the key allows, how long its former secret works, or why it was refused. */
  Detail: string | null;
}
