/**
 * The page number, starting at 1; lower values are read as 1.
 * @isInt must be a whole number
 * @default 1
 */
export type PageNumber = number;

/**
 * The number of items per page, 1 to 200; values out of range are clamped.
 * @isInt must be a whole number
 * @default 25
 */
export type PageSize = number;

/**
 * The cursor of the next page, from the `Link` header of a page of the same request. Rows that others gain or lose between
 * two pages do not shift it. Replaces `page`.
 * @maxLength 4000
 * @pattern ^[A-Za-z0-9_-]+$ must be a cursor
 */
export type PageCursor = string;

/**
 * Words to search for.
 * @minLength 1
 * @maxLength 200
 * @pattern ^[^\u0000]*$ must not contain NUL
 */
export type SearchText = string;
