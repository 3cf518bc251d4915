/** Renders a page or an email. Title and content are HTML, and the style is CSS. */
export function htmlPage({
  language,
  title,
  style,
  content,
}: Readonly<Record<'language' | 'title' | 'style' | 'content', string>>): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${style}</style>
</head>
<body><main>
${content}
</main></body>
</html>
`;
}

/** For pages with a heading, a few words, and a button or link. */
export const PAGE_STYLE = `
  body { margin: 0; padding: 48px 24px; background: #ffffff; color: #1f2933; font: 16px/1.5 system-ui, sans-serif }
  main { max-width: 480px; margin: 0 auto; overflow-wrap: break-word }
  h1 { font-size: 24px; line-height: 1.3; margin: 0 0 16px }
  a { color: #1f5fbf }
  button { font: inherit; padding: 10px 16px; border: 0; border-radius: 6px; background: #1f5fbf; color: #ffffff;
    cursor: pointer }
  button:focus-visible { outline: 3px solid #8ab8f8; outline-offset: 2px }
  @media (prefers-color-scheme: dark) {
    body { background: #16191d; color: #e4e7eb }
    a { color: #8ab8f8 }
    button { background: #5b9bf3; color: #10151b }
  }`;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, character => ENTITIES[character]!);
}
