/** Zero-width characters, directional marks and soft hyphens: invisible, but common in copied texts. */
const ZERO_WIDTH = /[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g;
const PLAIN = /^[\x21-\x7e]*$/;

/** Normalizes IDs and keys: NFC, without zero-width characters and surrounding spaces. */
export function comparable(text: string): string {
  return PLAIN.test(text) ? text : text.normalize('NFC').replaceAll(ZERO_WIDTH, '').trim();
}

/** Bidirectional formatting characters, which reorder displayed text. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

export function withoutDirectionMarks(text: string): string {
  return text.replaceAll(DIRECTION_MARKS, '');
}

/** Spaces, characters that are displayed only in combination with others, and the blank of Braille. */
const NOTHING_VISIBLE = /^[\s\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** The pattern of `PersonName` rejects the same, except that it accepts invisible characters beyond U+FFFF. */
export function isInvisible(text: string): boolean {
  return NOTHING_VISIBLE.test(text);
}

/** Characters that are invisible or look like a space. */
const UNSEEN = /\p{Cf}|[\u2028\u2029]|(?! )\p{Zs}/gu;

/** Shows invisible characters as code points, such as (U+200B). */
export function showInvisible(text: string): string {
  return text.replaceAll(
    UNSEEN,
    unseen => `(U+${unseen.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')})`,
  );
}

/** Errors that spreadsheets in five languages display instead of a value. */
const ERROR = /^#(?:N\/[ABD]|NV|#+|GETTING_DATA|[¡¿]?[\p{Lu}/0_]{2,15}[!?])$/u;

export function isSpreadsheetError(text: string): boolean {
  return text.startsWith('#') && ERROR.test(text);
}
