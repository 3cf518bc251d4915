/** A table that cannot be read further: what was expected there, in half a sentence. */
export class UnreadableFile extends Error {
  constructor(
    readonly line: number | null,
    readonly expected: string,
  ) {
    super(expected);
  }
}

/** Says in a sentence why an archive or a workbook cannot be read. */
export class UnreadableInput extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'UnreadableInput';
  }
}
