import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import PostalMime, { type Address, type Email } from 'postal-mime';
import { problemOf } from '../../http/problems';
import { formatTimestamp } from '../../http/times';
import { type Config, outboxFolder } from '../../main/config';
import type { Outbox, OutboxMail, OutboxMailContent } from './outbox.dto';

const MAX_LISTED = 100;

const FILE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.eml$/;

/** Lists the emails in the folder in SMTP_URL, newest first. @throws Problem no-outbox */
export async function listOutbox(config: Config): Promise<Outbox> {
  const folder = requireFolder(config);
  const names = await readdir(folder).catch(emptyIfMissing);
  const files = await Promise.all(
    names.flatMap(name => {
      const id = FILE.exec(name)?.[1];
      return id === undefined ? [] : [describeFile(folder, id)];
    }),
  );
  const latest = files
    .sort((one, other) => other.writtenAt.getTime() - one.writtenAt.getTime())
    .slice(0, MAX_LISTED);
  return {
    items: await Promise.all(latest.map(async file => toMail(file, await readEmail(file)))),
  };
}

/** @throws Problem no-outbox, unknown-outbox-mail */
export async function readOutboxMail(config: Config, id: string): Promise<OutboxMailContent> {
  const { file, email } = await requireMail(config, id);
  const attachments = email.attachments.map(({ filename }) => filename ?? 'unnamed');
  return { ...toMail(file, email), text: email.text ?? '', attachments };
}

/** @throws Problem no-outbox, unknown-outbox-mail */
export async function readOutboxHtml(config: Config, id: string): Promise<string> {
  const { email } = await requireMail(config, id);
  return email.html ?? '';
}

interface MailFile {
  readonly id: string;
  readonly path: string;
  readonly writtenAt: Date;
}

async function requireMail(config: Config, id: string): Promise<{ file: MailFile; email: Email }> {
  const folder = requireFolder(config);
  try {
    const file = await describeFile(folder, id.toLowerCase());
    return { file, email: await readEmail(file) };
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw problemOf('unknown-outbox-mail');
  }
}

function requireFolder({ smtpUrl }: Config): string {
  const folder = smtpUrl === null ? null : outboxFolder(smtpUrl);
  if (folder !== null) return folder;
  throw problemOf('no-outbox');
}

async function describeFile(folder: string, id: string): Promise<MailFile> {
  const file = path.join(folder, `${id}.eml`);
  return { id, path: file, writtenAt: (await stat(file)).mtime };
}

async function readEmail(file: MailFile): Promise<Email> {
  return PostalMime.parse(await readFile(file.path));
}

function toMail({ id, writtenAt }: MailFile, { to = [], subject = '' }: Email): OutboxMail {
  return { id, date: formatTimestamp(writtenAt), to: to.map(toText).join(', '), subject };
}

function toText({ name, address = '' }: Address): string {
  return name === '' ? address : `${name} <${address}>`;
}

function emptyIfMissing(error: unknown): string[] {
  if (isMissing(error)) return [];
  throw error;
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}
