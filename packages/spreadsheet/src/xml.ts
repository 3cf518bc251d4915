import { StringDecoder } from 'node:string_decoder';
import { SaxesParser } from 'saxes';
import { UnreadableFile } from './unreadable';

export type Attributes = Readonly<Record<string, string>>;

/** Receives the local names of elements, without their prefixes. */
export interface XmlHandler {
  open(name: string, attributes: Attributes): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** The most characters of a text or a tag; a cell has at most 32,767. */
const MAX_PIECE_LENGTH = 1024 * 1024;
const MAX_LEVELS = 64;

/**
 * Reads XML as it arrives, and yields after each chunk. Document types are refused, so that entities cannot be defined,
 * and external resources are not fetched.
 * @throws UnreadableFile
 */
export async function* readXml(
  bytes: AsyncIterable<Buffer>,
  handler: XmlHandler,
): AsyncGenerator<void> {
  const parser = new SaxesParser();
  const decoder = new StringDecoder('utf8');
  let piece = 0;
  let level = 0;
  parser.on('doctype', () => refuse('no document type (DTD)'));
  parser.on('error', error => refuse(`well-formed XML (${sentenceOf(error)})`));
  parser.on('opentag', ({ name, attributes }) => {
    piece = 0;
    level += 1;
    if (level > MAX_LEVELS) refuse(`at most ${MAX_LEVELS} levels of elements`);
    handler.open(localName(name), withLocalNames(attributes));
  });
  parser.on('text', text => handler.text?.(text));
  parser.on('closetag', ({ name }) => {
    piece = 0;
    level -= 1;
    handler.close?.(localName(name));
  });
  for await (const chunk of bytes) {
    const text = decoder.write(chunk);
    piece += text.length;
    parser.write(text);
    if (piece > MAX_PIECE_LENGTH + text.length) refuse('texts of at most 1 MiB');
    yield;
  }
  parser.write(decoder.end());
  parser.close();
}

/** Reads a small part at once. @throws UnreadableFile */
export async function readWholeXml(
  bytes: AsyncIterable<Buffer>,
  handler: XmlHandler,
): Promise<void> {
  for await (const _ of readXml(bytes, handler));
}

function refuse(expected: string): never {
  throw new UnreadableFile(null, `${expected} in the workbook; save it again as .xlsx`);
}

function sentenceOf({ message }: Error): string {
  return message.slice(0, 200).replace(/\.$/, '');
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function withLocalNames(attributes: Readonly<Record<string, string>>): Attributes {
  const named = Object.entries(attributes).map(
    ([name, value]) => [localName(name), value] as const,
  );
  // fromEntries defines `__proto__` as a plain property.
  return Object.fromEntries(named);
}
