import { withoutDirectionMarks } from '../http/hidden-characters';
import { escapeHtml, htmlPage } from '../http/html-page';
import type { Language } from '../http/principal';
import type { PerLanguage } from './languages';

/** An email that is rendered as plain text and HTML. */
export interface Message {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly tables?: readonly MailTable[];
  readonly link?: { readonly label: string; readonly url: string };
  readonly footer: string;
  /** One-click unsubscribe (RFC 8058). */
  readonly unsubscribeUrl?: string;
  readonly attachments?: readonly { readonly filename: string; readonly content: Buffer }[];
}

export interface MailTable {
  readonly title?: string;
  readonly headings: readonly string[];
  readonly rows: readonly (readonly MailCell[])[];
}

/** Colors are hexadecimal and also used in dark mode. */
export type MailCell =
  | string
  | { readonly text: string; readonly background: string; readonly color: string };

const textOf = (cell: MailCell) => (typeof cell === 'string' ? cell : cell.text);

/** Reduces a name or subject to one line without reordered characters. */
export function oneLine(text: string): string {
  return withoutDirectionMarks(text)
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

const UNSUBSCRIBE: PerLanguage<string> = {
  en: 'Unsubscribe',
  de: 'Abbestellen',
  fr: 'Se désabonner',
};

export function toText(
  { paragraphs, tables = [], link, footer, unsubscribeUrl }: Message,
  language: Language,
): string {
  const colon = language === 'fr' ? '\u00a0:' : ':';
  const parts = [
    ...paragraphs,
    ...tables.map(toLines),
    ...(link ? [`${link.label}${colon}\n${link.url}`] : []),
    `-- \n${footer}`,
    ...(unsubscribeUrl === undefined ? [] : [`${UNSUBSCRIBE[language]}${colon} ${unsubscribeUrl}`]),
  ];
  return `${parts.join('\n\n')}\n`;
}

function toLines({ title, headings, rows }: MailTable): string {
  const lines = [headings, ...rows.map(cells => cells.map(textOf))];
  const widths = headings.map((_, column) =>
    Math.max(...lines.map(line => (line[column] ?? '').length)),
  );
  const padded = lines.map(line =>
    line
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  );
  return [...(title === undefined ? [] : [title, '']), ...padded].join('\n');
}

/** Suits both clients that invert colors in dark mode and those that support media queries. */
const STYLE = `
  body { margin: 0; padding: 24px; background: #ffffff; color: #1f2933; font: 16px/1.5 system-ui, sans-serif }
  main { max-width: 960px; margin: 0 auto }
  p { max-width: 640px }
  h1 { font-size: 20px; line-height: 1.3 }
  h2 { font-size: 16px; margin: 24px 0 4px }
  .wide { overflow-x: auto; margin-bottom: 16px }
  table { border-collapse: collapse; width: 100%; font-size: 14px; font-variant-numeric: tabular-nums }
  th, td { text-align: left; padding: 6px 8px 6px 0; border-bottom: 1px solid #cbd2d9; vertical-align: top;
    overflow-wrap: break-word }
  a { color: #1f5fbf }
  a.action { display: inline-block; padding: 10px 16px; border-radius: 6px; background: #1f5fbf; color: #ffffff;
    text-decoration: none }
  footer { margin-top: 32px; color: #52606d; font-size: 13px }
  @media (max-width: 600px) {
    table { font-size: 12px }
    th { overflow-wrap: anywhere }
  }
  @media (prefers-color-scheme: dark) {
    body { background: #16191d; color: #e4e7eb }
    th, td { border-color: #3e4c59 }
    a.action { background: #5b9bf3; color: #10151b }
    a { color: #8ab8f8 }
    footer { color: #9aa5b1 }
  }`;

export function toHtml(message: Message, language: Language): string {
  const { subject, paragraphs, tables = [], link, footer, unsubscribeUrl } = message;
  const parts = [
    `<h1>${escapeHtml(subject)}</h1>`,
    ...paragraphs.map(paragraph => `<p>${escapeHtml(paragraph)}</p>`),
    ...tables.map(toTable),
    ...(link
      ? [`<p><a class="action" href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a></p>`]
      : []),
    `<footer><p>${escapeHtml(footer)}</p>${
      unsubscribeUrl === undefined
        ? ''
        : `<p><a href="${escapeHtml(unsubscribeUrl)}">${UNSUBSCRIBE[language]}</a></p>`
    }</footer>`,
  ];
  const title = escapeHtml(subject);
  return htmlPage({ language, title, style: STYLE, content: parts.join('\n') });
}

function toTable({ title, headings, rows }: MailTable): string {
  const row = (cells: readonly MailCell[], tag: 'th' | 'td') =>
    `<tr>${cells.map(cell => `<${tag}${colors(cell)}>${escapeHtml(textOf(cell))}</${tag}>`).join('')}</tr>`;
  const caption = title === undefined ? '' : `<h2>${escapeHtml(title)}</h2>`;
  const lines = rows.map(cells => row(cells, 'td')).join('');
  return `${caption}<div class="wide"><table>${row(headings, 'th')}${lines}</table></div>`;
}

/** Returns attributes, because some email clients drop style sheets, and others also inline styles. */
function colors(cell: MailCell): string {
  if (typeof cell === 'string') return '';
  const { background, color } = cell;
  return ` bgcolor="${background}" style="background:${background};color:${color};padding-left:8px;white-space:nowrap"`;
}
