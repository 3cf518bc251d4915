/**
 * The handle of an organization. A session names with it the organization that it works for; a secret
 * carries its own, and needs none.
 * @maxLength 100
 * @pattern ^[^\u0000-\u001f\u007f]*$ must not hold control characters
 */
export type OrganizationHandle = string;

/**
 * Another organization, by its id, for operators and the service key alone.
 * @format uuid
 * @example "6b0c7c55-6b0e-4d4e-9a43-1f6f7a5d2c11"
 */
export type OrganizationId = string;

/**
 * A UUID.
 * @pattern ^[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$ must be a UUID
 * @format uuid
 * @example "0d6d3d8c-6a39-4c39-8a5c-7d3f1c2b9a01"
 */
export type Uuid = string;
