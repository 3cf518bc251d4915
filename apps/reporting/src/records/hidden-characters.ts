/** Zero-width characters, marks of direction, soft hyphens: nobody sees them, and copied texts have them. */
const ZERO_WIDTH = /[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g;
const PLAIN = /^[\x21-\x7e]*$/;

/** A text as ids and keys are compared: composed (NFC), without characters of no width and spaces around it. */
export function comparable(text: string): string {
  return PLAIN.test(text) ? text : text.normalize('NFC').replaceAll(ZERO_WIDTH, '').trim();
}

/** What looks like nothing, or like a plain space. */
const UNSEEN = /\p{Cf}|[\u2028\u2029]|(?! )\p{Zs}/gu;

/** The text with characters that cannot be seen by their names, such as (U+200B). */
export function showHidden(text: string): string {
  return text.replaceAll(
    UNSEEN,
    unseen => `(U+${unseen.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')})`,
  );
}

/** What spreadsheets of five languages show in place of a value that they cannot calculate, or have no room for. */
const ERROR = /^#(?:N\/[ABD]|NV|#+|GETTING_DATA|[¡¿]?[\p{Lu}/0_]{2,15}[!?])$/u;

export function isSpreadsheetError(text: string): boolean {
  return text.startsWith('#') && ERROR.test(text);
}
