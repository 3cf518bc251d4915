import { FILE_NAMES } from './import-file';

/** Something that keeps a folder from being imported: where it is, what is there, what was expected instead. */
export interface Fault {
  readonly file: string;
  /** Null where it is about the file as a whole; so is `column`. */
  readonly line: number | null;
  readonly column: string | null;
  /** Null where there is no single value to show. */
  readonly value: string | null;
  readonly expected: string;
}

const MOST = 100;
const LONGEST_VALUE = 80;

/** Nothing was changed, for these reasons. Its message is the report that people read. */
export class ImportRefused extends Error {
  constructor(readonly faults: readonly Fault[]) {
    super(report(faults));
    this.name = 'ImportRefused';
  }
}

/** Gathers the faults of an import. */
export class FaultList {
  readonly #faults: Fault[] = [];

  /** How many more are worth looking for. */
  get remaining(): number {
    return MOST - this.#faults.length;
  }

  /** @throws ImportRefused with the hundredth */
  add(fault: Fault): void {
    this.#faults.push(fault);
    if (this.remaining <= 0) this.refuse();
  }

  /** @throws ImportRefused if there are any */
  refuseIfAny(): void {
    if (this.#faults.length > 0) this.refuse();
  }

  private refuse(): never {
    const order = new Map<string, number>(FILE_NAMES.map((name, index) => [name, index]));
    throw new ImportRefused(
      this.#faults.toSorted(
        (one, other) =>
          (order.get(one.file) ?? -1) - (order.get(other.file) ?? -1) ||
          (one.line ?? 0) - (other.line ?? 0),
      ),
    );
  }
}

/** Text of a file or of its name, with no character that a terminal would act upon. */
export function printable(text: string): string {
  return text.replace(/[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, '?');
}

function report(faults: readonly Fault[]): string {
  const count =
    faults.length < MOST
      ? `${faults.length} fault${faults.length === 1 ? '' : 's'}`
      : `${MOST} faults, and perhaps more`;
  return [`Nothing was imported: ${count}.`, ...faults.map(describe)].join('\n');
}

function describe({ file, line, column, value, expected }: Fault): string {
  const place = [
    file,
    ...(line === null ? [] : [`line ${line}`]),
    ...(column === null ? [] : [`column ${column}`]),
  ].join(', ');
  return `  ${place}: ${value === null ? '' : `${quote(value)}; `}expected ${printable(expected)}.`;
}

function quote(value: string): string {
  if (value === '') return 'the cell is empty';
  const shown = value.length > LONGEST_VALUE ? `${value.slice(0, LONGEST_VALUE)}…` : value;
  return printable(JSON.stringify(shown));
}
