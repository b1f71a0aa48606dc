// A local start sends no mail: the runtime keeps what would be sent. Each mail is written to a file that a person can open.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { dataFolder } from './data-folder.ts';

/** The runtime's list of this run's mail, newest first; with `email_id`, one complete mail. */
const LIST = '/cdn-cgi/local/explorer/api/local/email/sending';

export const mailFolder = join(dataFolder, 'mail');
const written = new Set<string>();

/** A mail as the runtime keeps it. */
interface Mail {
  readonly messageId: string;
  readonly sentAt: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text?: string;
}

async function ask<Result>(address: string): Promise<Result | null> {
  const response = await fetch(address, { signal: AbortSignal.timeout(5000) });
  const answer = (await response.json()) as { success: boolean; result: Result };
  return response.ok && answer.success ? answer.result : null;
}

/** Writes the mail that was not written yet, and prints the paths. Mail that cannot be read now is read the next time. */
export async function writeMail(worker: string): Promise<void> {
  const listed = (await ask<readonly Mail[]>(worker + LIST).catch(() => null)) ?? [];
  for (const { messageId } of listed.toReversed()) {
    if (written.has(messageId)) continue;
    const mail = await ask<Mail>(`${worker}${LIST}?email_id=${encodeURIComponent(messageId)}`).catch(() => null);
    if (mail === null) continue;
    const file = join(mailFolder, `${mail.sentAt.replaceAll(':', '-')}-${messageId.replaceAll(/[^a-z0-9]/giu, '').slice(0, 12)}.txt`);
    mkdirSync(mailFolder, { recursive: true });
    writeFileSync(file, `From: ${mail.from}\nTo: ${mail.to.join(', ')}\nSubject: ${mail.subject}\n\n${mail.text ?? ''}`);
    written.add(messageId);
    console.log(`Mail to ${mail.to.join(', ')} (not sent): ${file}`);
  }
}
