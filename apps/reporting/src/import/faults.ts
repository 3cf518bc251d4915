import { showHidden } from '../records/hidden-characters';
import { FILE_NAMES } from '../records/import-file';
import { asCommandOption, asParameter, writeOptions } from './import-options';

/** A reason why a folder cannot be imported. Its texts name options as `writeOptions` reads them. */
export interface Fault {
  readonly file: string;
  /** Null where it is about the file as a whole; so is `column`. */
  readonly line: number | null;
  readonly column: string | null;
  /** Null where there is no single value to show. */
  readonly value: string | null;
  readonly expected: string;
  /** What to do, where that does not follow from what is expected. */
  readonly remedy?: string | undefined;
}

/** As SQL finds it in the rows of a file. */
export type FoundFault = Pick<Fault, 'line' | 'column' | 'value' | 'expected'>;

/** Faults of one import; the search ends with the last. */
const MAX_FAULTS = 10_000;
const MAX_SHOWN = 100;
const MAX_VALUE_LENGTH = 80;
/** Characters of a value that are kept. */
const MAX_KEPT = 1_000;

/** Nothing was changed. The message is the report for people. */
export class ImportRefused extends Error {
  constructor(readonly faults: readonly Fault[]) {
    super(report(faults));
    this.name = 'ImportRefused';
  }
}

export class FaultList {
  readonly #faults: Fault[] = [];

  /** @param placed a fault as one of what people sent */
  constructor(private readonly placed: (fault: Fault) => Fault = fault => fault) {}

  get isEmpty(): boolean {
    return this.#faults.length === 0;
  }

  get remaining(): number {
    return MAX_FAULTS - this.#faults.length;
  }

  /** What is left out of a fault is null. @throws ImportRefused with the ten-thousandth */
  add(fault: Partial<Fault> & Pick<Fault, 'file' | 'expected'>): void {
    const given = { line: null, column: null, value: null, ...fault };
    const { value, ...placed } = this.placed(given);
    this.#faults.push({ ...placed, value: value && showHidden(cutText(value, MAX_KEPT)) });
    if (this.remaining <= 0) this.refuse();
  }

  /** @throws ImportRefused if there are any */
  refuseIfAny(): void {
    if (!this.isEmpty) this.refuse();
  }

  private refuse(): never {
    const order = new Map<string, number>(FILE_NAMES.map((name, index) => [name, index]));
    throw new ImportRefused(
      this.#faults.toSorted(
        (one, other) =>
          (order.get(one.file) ?? -1) - (order.get(other.file) ?? -1) ||
          one.file.localeCompare(other.file, 'en') ||
          (one.line ?? 0) - (other.line ?? 0),
      ),
    );
  }
}

/** How many cells of a column that are bad for one reason are faults each; more are one together. */
const MAX_ALIKE = 3;

/** Ids and dates in the form of another system are bad in every row of a column: each reason is kept once. */
export class AlikeFaults {
  readonly #reasons = new Map<string, { readonly first: Fault[]; count: number }>();

  constructor(private readonly faults: FaultList) {}

  add(fault: Fault): void {
    const { column, expected, remedy } = fault;
    const reason = JSON.stringify([column, expected, remedy]);
    const found = this.#reasons.get(reason) ?? { first: [], count: 0 };
    if (found.count < MAX_ALIKE) found.first.push(fault);
    found.count += 1;
    this.#reasons.set(reason, found);
  }

  /** Adds them to the faults of the import, once the file is read. */
  end(): void {
    for (const { first, count } of this.#reasons.values()) {
      const [{ expected, remedy }] = first as [Fault];
      const more = `; ${(count - 1).toLocaleString('en')} more cells of this column are like it`;
      const longer =
        remedy === undefined ? { expected: expected + more } : { remedy: remedy + more };
      const faults = count === first.length ? first : [{ ...first[0]!, ...longer }];
      for (const fault of faults) this.faults.add(fault);
    }
  }
}

function report(faults: readonly Fault[]): string {
  const { length } = faults;
  const count = `${length.toLocaleString('en')} fault${length === 1 ? '' : 's'}`;
  const more = length < MAX_FAULTS ? '' : ', and perhaps more';
  const shown = length > MAX_SHOWN ? [`The first ${MAX_SHOWN}:`] : [];
  const lines = faults.slice(0, MAX_SHOWN).map(describe);
  return [`Nothing was imported: ${count}${more}.`, ...shown, ...lines].join('\n');
}

/** What a fault says is right, and what to do, with the options of the command. */
export function expectationOf({ expected, remedy }: Fault): string {
  const text = remedy === undefined ? expected : `${expected}; ${remedy}`;
  return writeOptions(text, asCommandOption);
}

/** The beginning of a text, without half of a character at its end. */
export function cutText(text: string, length: number): string {
  const start = text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
  // A slice would keep the whole text in memory.
  return Buffer.from(start).toString();
}

/** As a run records it: an upload has parameters in place of the options of the command. */
export function recordedFault({ file, ...fault }: Fault, isUpload: boolean): Fault {
  const style = isUpload ? asParameter : asCommandOption;
  return {
    ...fault,
    file: isUpload && file === 'the folder' ? 'the upload' : file,
    expected: writeOptions(fault.expected, style),
    remedy: fault.remedy && writeOptions(fault.remedy, style),
  };
}

function describe(fault: Fault): string {
  const { file, line, column, value } = fault;
  const place = [
    file,
    ...(line === null ? [] : [`line ${line}`]),
    ...(column === null ? [] : [`column ${column}`]),
  ].join(', ');
  return `  ${place}: ${value === null ? '' : `${quote(value)}; `}expected ${expectationOf(fault)}.`;
}

function quote(value: string): string {
  if (value === '') return 'the cell is empty';
  const shown = value.length > MAX_VALUE_LENGTH ? `${value.slice(0, MAX_VALUE_LENGTH)}…` : value;
  return JSON.stringify(shown);
}
