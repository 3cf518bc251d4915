import type { Format } from './format.dto';

/** Letters that Unicode does not decompose, by their base letters: as `reporting.fold` has them. */
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

/** File systems allow 255 bytes. */
const MAX_PART_LENGTH = 80;

export interface FileNameParts {
  readonly report: string;
  /** The organization's handle: letters, digits, `.`, `_` and `-`. */
  readonly handle?: string | undefined;
  /** What the file is about, or its date. */
  readonly subject: string;
  readonly format: Format;
}

/** `achievement-gaps-acme-h2s-alive-2026-11-21.csv` */
export function fileName({ report, handle, subject, format }: FileNameParts): string {
  return `${[report, handle, subject].filter(Boolean).join('-')}.${format}`;
}

/** `Żółw & Söhne` → `zolw-sohne` */
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
