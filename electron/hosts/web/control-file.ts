/**
 * How a second start on the same data folder finds the running host: a file that only its owner can read, with the port
 * and a secret. A file left by a host that has ended is ignored.
 */
import { randomBytes } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { isAlive } from './processes';

const controlSchema = z.object({
  port: z.int().min(1).max(65_535),
  secret: z.string().min(20),
  pid: z.int(),
  /** The host name of this start, with its port; see `host-name.ts`. */
  name: z
    .string()
    .regex(/^[a-z0-9-]+\.localhost:\d+$/)
    .optional(),
});
export type Control = z.infer<typeof controlSchema>;

const controlFile = (home: string): string => path.join(home, 'web-host.json');

/** Writes the file completely or not at all, readable only by its owner. */
export async function writeControl(home: string, control: Control): Promise<void> {
  const draft = `${controlFile(home)}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, JSON.stringify(control), { mode: 0o600, flag: 'wx' });
  await rename(draft, controlFile(home));
}

/** Deletes the file if it still belongs to this process. */
export async function removeControl(home: string, pid: number): Promise<void> {
  if ((await readControl(home))?.pid === pid) await rm(controlFile(home), { force: true });
}

export async function readControl(home: string): Promise<Control | null> {
  const text = await readFile(controlFile(home), 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    return controlSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** A new link from the host that runs on this data folder; `null` where none answers as ours would. */
export async function askForLink(home: string, fetch: Fetch): Promise<string | null> {
  const answer = await askRunning(home, fetch, 'link', z.object({ url: z.string() }));
  return answer?.value.url.startsWith(`http://127.0.0.1:${answer.port}/`) ? answer.value.url : null;
}

/** The path of a page that opens the host that runs on this data folder; `null` where there is none. */
export async function askForPage(home: string, fetch: Fetch): Promise<string | null> {
  const answer = await askRunning(home, fetch, 'page', z.object({ file: z.string() }));
  return answer?.value.file.startsWith(path.join(home, path.sep)) ? answer.value.file : null;
}

/** A code for the host that runs on this data folder; `null` where there is none. */
export async function askForCode(home: string, fetch: Fetch): Promise<string | null> {
  const answer = await askRunning(home, fetch, 'code', z.object({ code: z.string() }));
  return answer?.value.code ?? null;
}

type Fetch = typeof globalThis.fetch;

async function askRunning<Value>(home: string, fetch: Fetch, what: string, schema: z.ZodType<Value>) {
  const control = await readControl(home);
  if (control === null || !isAlive(control.pid)) return null;
  try {
    const response = await fetch(`http://127.0.0.1:${control.port}/control/${what}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${control.secret}` },
      signal: AbortSignal.timeout(5_000),
      redirect: 'error',
    });
    return { port: control.port, value: schema.parse(await response.json()) };
  } catch {
    return null;
  }
}
