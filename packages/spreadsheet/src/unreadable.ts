/** A table cannot be read further. `expected` completes the sentence "Expected …". */
export class UnreadableFile extends Error {
  constructor(
    readonly line: number | null,
    readonly expected: string,
  ) {
    super(expected);
  }
}

/** An archive or a workbook cannot be read. The message is a sentence for people. */
export class UnreadableInput extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'UnreadableInput';
  }
}
