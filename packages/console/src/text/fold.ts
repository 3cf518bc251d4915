/** Base letters of letters that Unicode does not decompose, as in the API's searches. */
const BASE_LETTERS: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ı: 'i',
  ς: 'σ',
};

/** Folds a name like the API's searches: lower case, without diacritics, with base letters. */
export function fold(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[łøđßæœþıς]/g, letter => BASE_LETTERS[letter]!);
}

/** Returns a function that tells whether a text contains all words of a search, in any order. */
export function matcher(search: string): (text: string) => boolean {
  const words = fold(search).split(/\s+/).filter(Boolean);
  return text => {
    if (words.length === 0) return true;
    const folded = fold(text);
    return words.every(word => folded.includes(word));
  };
}
