/** Takes out of a line of the log what belongs to a person: quoted text, keys, addresses' secrets, their home folder. */
import { scrubSecrets } from './scrub-secrets';

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
