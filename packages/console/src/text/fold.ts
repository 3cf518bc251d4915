/** Letters that Unicode does not decompose, as the API's searches read them. */
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

/** A name as the API folds it for searches: without marks and case, other letters as their base letters. */
export function fold(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[łøđßæœþıς]/g, letter => BASE_LETTERS[letter]!);
}

/** Whether every word of a search is in a text, in any order. */
export function matcher(search: string): (text: string) => boolean {
  const words = fold(search).split(/\s+/).filter(Boolean);
  return text => {
    if (words.length === 0) return true;
    const folded = fold(text);
    return words.every(word => folded.includes(word));
  };
}
