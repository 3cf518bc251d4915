/** Base letters of letters that Unicode does not decompose, as in `reporting.fold`. */
const LETTERS: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ı: 'i',
};

/** File systems allow 255 bytes per name. */
const MAX_PART_LENGTH = 80;

/** Converts `Żółw & Söhne` to `zolw-sohne`. */
export function foldForFile(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]/g, letter => LETTERS[letter] ?? '-')
    .replace(/-+/g, '-')
    .slice(0, MAX_PART_LENGTH)
    .replace(/^-|-$/g, '');
}
