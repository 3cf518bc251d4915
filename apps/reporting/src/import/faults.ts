import { showInvisible } from '../http/hidden-characters';
import { FILE_NAMES } from '../records/import-file';
import { writeOptions } from './import-options';
import type { ImportFault } from './runs/import-runs.dto';

/** A reason why files cannot be imported. Its texts contain placeholders for options (`writeOptions`). */
export type Fault = Readonly<Omit<ImportFault, 'remedy'>> & {
  readonly remedy?: string | undefined;
};

export type FoundFault = Pick<Fault, 'line' | 'column' | 'value' | 'expected'>;

/** The most faults of an import; the search then ends. */
const MAX_FAULTS = 10_000;
const MAX_SHOWN = 100;
const MAX_SHOWN_LENGTH = 80;
const MAX_VALUE_LENGTH = 1_000;

/** Nothing was changed. The message lists the faults. */
export class ImportRefused extends Error {
  constructor(readonly faults: readonly Fault[]) {
    super(report(faults));
    this.name = 'ImportRefused';
  }
}

export class FaultList {
  readonly #faults: Fault[] = [];

  /** @param placed translates a fault of a staged row into one of the file that was sent */
  constructor(private readonly placed: (fault: Fault) => Fault = fault => fault) {}

  get isEmpty(): boolean {
    return this.#faults.length === 0;
  }

  get remaining(): number {
    return MAX_FAULTS - this.#faults.length;
  }

  /** Properties default to null. @throws ImportRefused when the limit is reached */
  add(fault: Partial<Fault> & Pick<Fault, 'file' | 'expected'>): void {
    const given = { line: null, column: null, value: null, ...fault };
    const { value, ...placed } = this.placed(given);
    this.#faults.push({
      ...placed,
      value: value && showInvisible(cutText(value, MAX_VALUE_LENGTH)),
    });
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

/** How many cells of a column may have the same fault before they are reported as one. */
const MAX_ALIKE = 3;

/** Combines equal faults: ids and dates in an unsupported format are invalid in every row of a column. */
export class RepeatedFaults {
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

  /** Adds the faults to those of the import once the file is read. */
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

/** What is expected and what to do, with the options of the command line. */
export function expectationOf({ expected, remedy }: Fault): string {
  const text = remedy === undefined ? expected : `${expected}; ${remedy}`;
  return writeOptions(text, false);
}

/** The first characters of a text, without half of a surrogate pair at the end. */
export function cutText(text: string, length: number): string {
  const start = text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
  // A slice would keep the whole text in memory.
  return Buffer.from(start).toString();
}

/** The fault as a run records it; for an upload, with request parameters instead of command options. */
export function recordedFault({ file, ...fault }: Fault, isUpload: boolean): Fault {
  return {
    ...fault,
    file: isUpload && file === 'the folder' ? 'the upload' : file,
    expected: writeOptions(fault.expected, isUpload),
    remedy: fault.remedy && writeOptions(fault.remedy, isUpload),
  };
}

function describe(fault: Fault): string {
  const { file, line, column, value } = fault;
  const place = [file, line !== null && `line ${line}`, column !== null && `column ${column}`]
    .filter(Boolean)
    .join(', ');
  return `  ${place}: ${value === null ? '' : `${quote(value)}; `}expected ${expectationOf(fault)}.`;
}

function quote(value: string): string {
  if (value === '') return 'the cell is empty';
  const shown = value.length > MAX_SHOWN_LENGTH ? `${value.slice(0, MAX_SHOWN_LENGTH)}…` : value;
  return JSON.stringify(shown);
}
