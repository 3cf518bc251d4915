import { createHash, type Hash, randomUUID } from 'node:crypto';
import { constants, type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { allowSlowArrival, invalidField, Problem, untilAborted } from '@platform/http';
import { UnreadableInput } from '@platform/spreadsheet';
import type { Request } from 'express';
import type { Context } from '../../main/context';

/** A body in a file without a name, which disappears with the process. */
export interface Upload {
  readonly file: FileHandle;
  readonly hash: Buffer;
}

/**
 * Streams the body of a request to a temporary file, which the caller closes.
 * @throws Problem import-too-large, invalid-request, request-timeout
 */
export async function receiveUpload(
  { config }: Pick<Context, 'config'>,
  request: Request,
): Promise<Upload> {
  const { importMaxBytes: maxBytes, importUploadTimeout: timeout } = config;
  requireUncompressed(request);
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const file = await openNameless().catch(refuseFolder);
  const hash = createHash('sha256');
  const signal = AbortSignal.timeout(timeout);
  allowSlowArrival(request);
  try {
    await Promise.race([write(request, { file, hash }, maxBytes), untilAborted(signal)]);
    return { file, hash: hash.digest() };
  } catch (error) {
    await file.close();
    if (error instanceof Problem) throw error;
    if (signal.aborted) throw unfinished('request-timeout', 'The upload took too long.');
    if (isDiskFull(error)) refuseFolder(error);
    if (request.errored || request.destroyed)
      throw unfinished('invalid-request', 'The body was incomplete.');
    throw error;
  }
}

/** @throws Problem import-unreadable for a file that cannot be imported */
export function refuseUnreadable(error: unknown): never {
  if (error instanceof UnreadableInput) throw new Problem('import-unreadable', error.message);
  throw error;
}

function requireUncompressed(request: Request): void {
  if (/^(identity)?$/i.test(request.get('Content-Encoding') ?? '')) return;
  throw invalidField(
    'Content-Encoding',
    'is not taken; send the file uncompressed, or as a zip archive',
  );
}

const NO_SPACE =
  'The service has no disk space for the file now. Try again after Retry-After seconds.';

function isDiskFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '');
}

/** @throws Problem busy, or Error if the disk is not full; the log names a remedy */
function refuseFolder(cause: unknown): never {
  const folder = `The folder of uploads, ${tmpdir()},`;
  if (!isDiskFull(cause))
    throw new Error(`${folder} cannot be written: set TMPDIR to a writable folder.`, { cause });
  const hint = `${folder} is full: free space there, or set TMPDIR to a larger folder.`;
  throw unfinished('busy', NO_SPACE, new Error(hint, { cause }));
}

/** With O_TMPFILE of Linux, for which Node.js has no constant. */
const NAMELESS = constants.O_RDWR | constants.O_DIRECTORY | 0o20000000;

/** Errors of kernels and file systems without support for O_TMPFILE. */
const WITHOUT_NAMELESS = ['EISDIR', 'EOPNOTSUPP', 'ENOTSUP', 'EINVAL'];

async function openNameless(): Promise<FileHandle> {
  if (process.platform !== 'linux') return openUnlinked();
  try {
    return await open(tmpdir(), NAMELESS, 0o600);
  } catch (error) {
    if (WITHOUT_NAMELESS.includes((error as NodeJS.ErrnoException).code!)) return openUnlinked();
    throw error;
  }
}

/** If the process is killed before the unlink, an empty file remains. */
async function openUnlinked(): Promise<FileHandle> {
  const name = path.join(tmpdir(), `import-${randomUUID()}`);
  const file = await open(name, 'wx+', 0o600);
  await unlink(name);
  return file;
}

async function write(
  request: Request,
  { file, hash }: { file: FileHandle; hash: Hash },
  maxBytes: number,
): Promise<void> {
  let bytes = 0;
  // A destroyed request could not be answered.
  const chunks = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    hash.update(chunk);
    await file.appendFile(chunk);
  }
}

function tooLarge(maxBytes: number): Problem {
  return unfinished(
    'import-too-large',
    `The file has more than ${maxBytes} bytes. Send it in parts, or compressed as a zip archive.`,
  );
}

/** Closes the connection, on which the rest of the body would be read as the next request. */
function unfinished(code: string, detail: string, cause?: Error): Problem {
  const headers = { Connection: 'close', ...(code === 'busy' && { 'Retry-After': '60' }) };
  return new Problem(code, detail, { headers, cause });
}
