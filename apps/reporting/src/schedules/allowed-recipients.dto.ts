import type { Page, Timestamp, Uuid } from '../http/wire-format';
import type { NewEmail, PersonName } from '../identity/accounts/accounts.dto';

/**
 * An address to allow.
 * @example { "email": "chair@board.example", "name": "Katherine Johnson" }
 */
export interface AllowedRecipientRequest {
  email: NewEmail;
  /** The person's name; ignored if the e-mail has an account. */
  name: PersonName;
}

/**
 * A person to whom schedules of the organization may be sent without report access.
 * @example { "id": "5d0c7a54-3f1b-4a40-8b0e-6f5a2f0c9d11", "email": "chair@board.example", "name": "Katherine Johnson", "allowedAt": "2026-11-26T09:00:00.000+00:00" }
 */
export interface AllowedRecipient {
  /** The ID as a recipient of schedules. */
  id: Uuid;
  /** The e-mail; null after it was removed from the account. */
  email: string | null;
  /** The name of the account. */
  name: string;
  allowedAt: Timestamp;
}

/**
 * A page of allowed recipients.
 * @example { "items": [{ "id": "5d0c7a54-3f1b-4a40-8b0e-6f5a2f0c9d11", "email": "chair@board.example", "name": "Katherine Johnson", "allowedAt": "2026-11-26T09:00:00.000+00:00" }], "total": 1, "page": 1, "pageSize": 25 }
 */
export interface AllowedRecipientPage extends Page {
  /** The recipients, ordered by name. */
  items: AllowedRecipient[];
}
