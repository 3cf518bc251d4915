/** Latin-1 without control characters is what a header can be sent with. */
export function headerText(text: string): string {
  return text.replace(/[^\x20-\x7e\xa0-\xff]/g, '').slice(0, 2_000);
}
