/** The log of the app: a few small files in the data folder, the newest lines in the first. */
import { appendFileSync, mkdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Core } from '../core/core';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../storage/durable';

export const LOG_FOLDER = 'logs';
const NAME = 'gatehouse.log';
const MAX_BYTES = 2 * 1024 * 1024;
const MAX_FILES = 5;

const LEVELS = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof LEVELS)[number];

export interface LogOptions {
  /** The data folder. */
  readonly folder: string;
  /** The person's home folder; written as `~`. */
  readonly home: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Lines below it are dropped. */
  readonly level: LogLevel;
  /** Gets each line that is kept, such as the terminal. */
  readonly echo: (line: string, level: LogLevel) => void;
}

export interface LogFile {
  /** Never throws: a full disk ends the log, not the app. */
  write(level: LogLevel, text: string): void;
  /** The newest lines, oldest first, also of the file before. */
  last(count: number): readonly string[];
}

export function openLog({ folder, home, now, level, echo }: LogOptions): LogFile {
  const file = path.join(folder, LOG_FOLDER, NAME);
  let bytes = prepare(file);
  const append = (line: string): void => {
    if (bytes + line.length > MAX_BYTES) {
      rotate(file);
      bytes = 0;
    }
    appendFileSync(file, line, { mode: PRIVATE_FILE });
    bytes += Buffer.byteLength(line);
  };
  return {
    write(of, text) {
      if (LEVELS.indexOf(of) < LEVELS.indexOf(level)) return;
      const line = `${new Date(now()).toISOString()} ${of} ${scrub(text, home)}`;
      echo(line, of);
      ignoringDisk(() => append(`${line}\n`));
    },
    // An earlier version knew fewer secrets.
    last: (count) => [`${file}.1`, file].flatMap(readLines).slice(-count).map(scrubSecrets),
  };
}

/**
 * Logs what failed where nobody waits for it, and goes on: calls that are paid for may be under way, and each of them
 * guards its own state. Without a listener, Node ends the process.
 */
export function logUnheardFailures(log: LogFile, from: NodeJS.EventEmitter = process): void {
  from.on('unhandledRejection', (reason: unknown) => {
    log.write('warn', `unhandled: ${reason instanceof Error ? reason.stack : typeof reason}`);
  });
}

function prepare(file: string): number {
  ignoringDisk(() => mkdirSync(path.dirname(file), { recursive: true, mode: PRIVATE_FOLDER }));
  try {
    return statSync(file).size;
  } catch {
    return 0;
  }
}

/** Each file takes the next number; the last one is overwritten. */
function rotate(file: string): void {
  for (let number = MAX_FILES - 1; number > 0; number -= 1) {
    const from = number === 1 ? file : `${file}.${number - 1}`;
    ignoringDisk(() => renameSync(from, `${file}.${number}`));
  }
}

function readLines(file: string): readonly string[] {
  try {
    return readFileSync(file, 'utf8').split('\n').filter(Boolean);
  } catch {
    return [];
  }
}

function ignoringDisk(work: () => void): void {
  try {
    work();
  } catch {
    // There is nowhere left to say it.
  }
}

// Takes out of a line of the log what belongs to a person: quoted text, keys, addresses' secrets, their home
// folder.

const MAX_LENGTH = 600;
/** An error may quote a whole body, of which nothing would be kept. */
const MOST_CHARACTERS = 20_000;
/** Each kind ends at its first end; what is escaped begins none, so that no letter is looked at again and again. */
const QUOTED = /(?<!\\)"(?:[^"\\]|\\.)*"|“[^”]*(?:”|$)|`[^`]*`|(?<![\w\\])'(?:[^'\\\n]|\\.)*'/g;
const STACK_LINE = /^\s+at /;

/**
 * An error's message may quote a prompt, a reply or a body. What is between quotes goes; of an error with a stack only
 * its kind and the places in the code are kept, since its message may run over several lines.
 * @param home the person's home folder, written as `~`
 */
export function scrub(whole: string, home: string): string {
  const line = whole.slice(0, MOST_CHARACTERS);
  const bare = hasStack(line) ? withoutMessage(line) : line.replace(/\s*\n\s*/g, ' ');
  const scrubbed = bare
    .replaceAll(home, '~')
    .replace(QUOTED, '…')
    .replace(/\b(https?:\/\/[^\s?#]+)[?#]\S*/gi, '$1');
  const safe = scrubSecrets(scrubbed);
  return safe.length > MAX_LENGTH && !hasStack(line) ? `${safe.slice(0, MAX_LENGTH)}…` : safe;
}

const hasStack = (line: string): boolean => line.split('\n').some((one) => STACK_LINE.test(one));

function withoutMessage(line: string): string {
  const lines = line.split('\n');
  const kind = /^(.*?\b\w*Error)\b/.exec(lines[0] ?? '')?.[1] ?? 'error';
  return [kind, ...lines.filter((one) => STACK_LINE.test(one)).map((one) => one.trim())].join(' | ');
}

/**
 * The same core, which writes down what is asked of it and what becomes of jobs: names, states and times, never what
 * was typed or answered.
 * @param now milliseconds, of a clock that only goes forward
 */
export function withDebugLines(core: Core, write: (line: string) => void, now: () => number): Core {
  core.subscribe((event) => {
    if (event.type === 'job.changed') write(`job ${event.job.id}: ${event.job.status}`);
    if (event.type === 'updates.changed') write(`updates: ${event.updates.status}`);
  });
  return {
    ...core,
    async call(name, input) {
      const begun = now();
      const answer = await core.call(name, input);
      const end = answer.ok ? 'ok' : answer.error.code;
      // A name that isn't a command may be anything.
      const shown = /^[a-zA-Z.]{1,60}$/.test(name) ? name : 'an unknown command';
      write(`${shown}: ${end}, ${Math.round(now() - begun)} ms`);
      return answer;
    },
  };
}

// Takes secrets out of a text by how they look: the log knows no profile's key, but how the usual services
// begin theirs. Content is never searched this way, since what only looks like a key may be what was asked
// for.

/** Beginnings that services document, each followed by at least eight letters of the key. */
const BEGINNINGS = [
  // OpenAI, OpenRouter, Anthropic and whoever follows them; Stripe; the Sandbox.
  ...['[srp]k[-_]', 'key[-_]', 'sandbox[-_]', 'sess-', 'csk-'],
  // Groq, Hugging Face, xAI, Replicate, Perplexity, NVIDIA, Together, Fireworks, Vercel, Voyage, Cerebras, Tavily.
  ...[
    'gsk_',
    'hf_',
    'xai-',
    'r8_',
    'pplx-',
    'nvapi-',
    'tgp_',
    'fw_',
    'vck_',
    'pa-',
    'tvly-',
    'lsv2_',
    'rpa_',
  ],
  // Google, AWS.
  ...['AIza', 'ya29\\.', 'A[KS]IA'],
  // GitHub, GitLab, npm, Slack, Supabase.
  ...['gh[pousr]_', 'github_pat_', 'glpat-', 'npm_', 'xox[a-z]-', 'sbp_'],
].join('|');

const PATTERNS: readonly RegExp[] = [
  /\b(?:Bearer|Basic)(?:\s+|%20|\+)\S+/gi,
  // What a session is known by, whatever it is called.
  /\b(?:set-)?cookie:\s{0,3}\S[^\n]*/gi,
  new RegExp(`(?<![A-Za-z0-9])(?:${BEGINNINGS})[\\w.-]{8,}`, 'gi'),
  // fal.ai: an id and a secret.
  /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}:[0-9a-f]{8,}/gi,
  // A JSON Web Token (RFC 7519): its header begins with `{"`.
  /(?<![\w-])eyJ[\w-]{8,}(?:\.[\w-]*){0,4}/g,
];

/** `api_key=…`, `x-api-key: …`: after a colon only what is too long for a word of the log's own. */
const NAMED =
  /([\w-]{0,40}(?:key|token|secret|password|passwd|authorization|credential|signature|sig))(?:=|%3D)[^\s&,;]{4,}/gi;
/** Also in JSON inside JSON, whose quotes are escaped. */
const HEADER =
  /([\w-]{0,40}(?:key|token|secret|password|authorization))(?:\\{0,8}["'])?\s{0,3}:\s{0,3}[^\s,;]{16,}/gi;
/** What stands before a host. */
const USER = /\b([a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/?#]*@/gi;

function scrubSecrets(text: string): string {
  const named = text.replace(USER, '$1').replace(NAMED, '$1=…').replace(HEADER, '$1: …');
  return PATTERNS.reduce((scrubbed, pattern) => scrubbed.replace(pattern, '…'), named);
}
