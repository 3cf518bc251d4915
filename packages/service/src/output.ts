/** Prints a line of the result to standard output. */
export function print(text: string): void {
  process.stdout.write(`${printable(text)}\n`);
}

/** Writes whole lines to standard output as they are; resolves once they are written. */
export function writeToStandardOutput(lines: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(lines, error => (error ? reject(error) : resolve()));
  });
}

/** Prints a message to standard error. */
export function report(text: string): void {
  process.stderr.write(`${printable(text)}\n`);
}

/** Escapes control characters, which names may hold, as in JSON; line ends and tabs stay. */
export function printable(text: string): string {
  return text.replace(
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Aligned columns; the first row is the header. */
export function textTable(rows: readonly (readonly string[])[]): string {
  const cells = rows.map(row => row.map(cell => printable(cell).replace(/[\n\t]/g, ' ')));
  const widths = (cells[0] ?? []).map(() => 0);
  for (const row of cells) {
    for (const [column, cell] of row.entries()) {
      widths[column] = Math.max(widths[column] ?? 0, cell.length);
    }
  }
  return cells
    .map(row =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
