/** Takes out of a line of the log what belongs to a person: quoted text, keys, addresses' secrets, their home folder. */

const MAX_LENGTH = 600;
const STACK_LINE = /^\s+at /;

/**
 * An error's message may quote a prompt, a reply or a body. What is between quotes goes; of an error with a stack only
 * its kind and the places in the code are kept, since its message may run over several lines.
 * @param home the person's home folder, written as `~`
 */
export function scrub(line: string, home: string): string {
  const bare = hasStack(line) ? withoutMessage(line) : line.replace(/\s*\n\s*/g, ' ');
  const scrubbed = bare
    .replaceAll(home, '~')
    .replace(/"(?:[^"\\]|\\.)*"|“[^”]*”|`[^`]*`|(?<![\w])'(?:[^'\\\n]|\\.)*'/g, '…')
    .replace(/\b(?:Bearer|Basic)\s+\S+/gi, '…')
    .replace(/\b(?:sk|pk|key|sandbox)[-_][\w-]{8,}/gi, '…')
    .replace(/\b(https?:\/\/)[^\s/]*@/g, '$1')
    .replace(/\b(https?:\/\/[^\s?#]+)[?#]\S*/g, '$1');
  return scrubbed.length > MAX_LENGTH && !hasStack(line) ? `${scrubbed.slice(0, MAX_LENGTH)}…` : scrubbed;
}

const hasStack = (line: string): boolean => line.split('\n').some((one) => STACK_LINE.test(one));

function withoutMessage(line: string): string {
  const lines = line.split('\n');
  const kind = /^(.*?\b\w*Error)\b/.exec(lines[0] ?? '')?.[1] ?? 'error';
  return [kind, ...lines.filter((one) => STACK_LINE.test(one)).map((one) => one.trim())].join(' | ');
}
