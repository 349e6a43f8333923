import { cutText } from '../../../shared/text/cut-text';

const MAX_CHARACTERS = 60;
const GREETING =
  /^(hi|hello|hey|good (morning|evening|afternoon)|hallo|bonjour|hola|test|thanks?)\b[\s!.,]*$/i;

/** The first words of a message, on one line and without markdown syntax; never cut inside a character. */
export function titleFrom(text: string): string {
  const begin = text.trim().slice(0, 2_000);
  // A message of nothing but code has its code for a title.
  const line = plain(begin) || plain(begin.replace(/[`#>*]/g, ' '));
  if (line.length <= MAX_CHARACTERS) return line || 'New chat';
  return `${cutAtWord(cutText(line, MAX_CHARACTERS - 1))}…`;
}

/**
 * The title of a conversation once its first reply is there: the question, unless it is a mere greeting; then the
 * heading or first sentence of the reply.
 */
export function titleFromExchange(question: string, reply: string): string {
  const asked = titleFrom(question);
  if (!GREETING.test(question.trim())) return asked;
  const heading = /^#{1,4}\s+(.+)$/m.exec(reply.slice(0, 4_000))?.[1];
  const answered = titleFrom(heading ?? firstSentence(plain(reply.slice(0, 2_000))));
  return answered === 'New chat' ? asked : answered;
}

function plain(text: string): string {
  return withoutMarks(
    text
      .replace(/```[\s\S]*?(```|$)/g, ' ')
      .replace(/(?<![\w\])])!?\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/^(?:[ \t]*(?:#{1,6}|>|[-*+])(?=[ \t]))+/gm, ''),
  )
    .split(/\s+/)
    .filter(Boolean)
    .join(' ');
}

const code = /(?<!`)(?<tick>`+)(?!`)(?<coded>[^`]+)\k<tick>(?!`)/;
/** Stars stand around words: `2*3*4`, `**kwargs` and those of paths and addresses are no marks. */
const stars = /(?<![\w*\\/=.])(?<star>\*{1,3})(?=[^\s/.])(?<bold>[^*\n]*[^*\s])\k<star>(?![\w*])/;
const strikes = /~~(?=\S)(?<struck>[^~\n]*[^~\s])~~/;
/** Around several words alone: `__init__` and `_x_` are names. */
const lines = /(?<![\w\\])(?<line>_{1,3})(?=\S)(?<soft>[^_\n]* [^_\n]*[^_\s])\k<line>(?!\w)/;
const marks = new RegExp([code, stars, strikes, lines].map(({ source }) => source).join('|'), 'g');

/** The words that marks of code and emphasis stand around. Of marks in marks the inner ones are removed second. */
function withoutMarks(text: string): string {
  const once = (one: string) => one.replace(marks, '$<coded>$<bold>$<struck>$<soft>');
  return once(once(text));
}

function firstSentence(text: string): string {
  const [first] = new Intl.Segmenter(undefined, { granularity: 'sentence' }).segment(text);
  return first?.segment.trim() ?? '';
}

function cutAtWord(head: string): string {
  const space = head.lastIndexOf(' ');
  return (space > MAX_CHARACTERS / 2 ? head.slice(0, space) : head).trimEnd();
}
