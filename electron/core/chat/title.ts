const MAX_CHARACTERS = 60;
const GREETING =
  /^(hi|hello|hey|good (morning|evening|afternoon)|hallo|bonjour|hola|test|thanks?)\b[\s!.,]*$/i;

/** The first words of a message, on one line and without markdown syntax; never cut inside a character. */
export function titleFrom(text: string): string {
  const line =
    plain(text.slice(0, 2_000)) ||
    plain(
      text
        .trim()
        .slice(0, 2_000)
        .replace(/[`#>*]/g, ' '),
    );
  const characters = [...line];
  if (characters.length <= MAX_CHARACTERS) return line || 'New chat';
  const head = characters.slice(0, MAX_CHARACTERS - 1).join('');
  return `${cutAtWord(head)}…`;
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
  return text
    .replace(/```[\s\S]*?(```|$)/g, ' ')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^[\s#>*+-]+/gm, '')
    .replace(/[*_`~]{1,3}(?=\S)|(?<=\S)[*_`~]{1,3}/g, '')
    .split(/\s+/)
    .filter(Boolean)
    .join(' ');
}

function firstSentence(text: string): string {
  const [first] = new Intl.Segmenter(undefined, { granularity: 'sentence' }).segment(text);
  return first?.segment.trim() ?? '';
}

function cutAtWord(head: string): string {
  const space = head.lastIndexOf(' ');
  return (space > MAX_CHARACTERS / 2 ? head.slice(0, space) : head).trimEnd();
}
