/**
 * The reasoning of a reply from its two sources: a field of its own, and the thinking inside the text. Some gateways
 * send the same words in both; they count once.
 */
export interface ReasoningStep {
  readonly text: string;
  /** `text` is the reasoning from its beginning. */
  readonly isWhole: boolean;
}

export interface ReasoningSources {
  fromField(piece: string): ReasoningStep;
  fromText(piece: string): ReasoningStep;
  /** The source is now this, from its beginning. */
  replace(source: 'field' | 'text', whole: string): ReasoningStep;
}

export function createReasoningSources(): ReasoningSources {
  const said = { field: '', text: '' };
  /** One of them has said what the other says, as far as both go. */
  let isSame = true;

  const add = (source: 'field' | 'text', piece: string): string => {
    const other = source === 'field' ? said.text : said.field;
    const from = said[source].length;
    const isFirst = from === 0;
    const fresh =
      isFirst && other !== '' && /^\s/.test(other) !== /^\s/.test(piece) ? piece.trimStart() : piece;
    said[source] += fresh;
    if (other === '') return fresh;
    if (!isSame) return isFirst ? apart(fresh) : fresh;
    const overlap = Math.max(0, Math.min(other.length - from, fresh.length));
    isSame = other.startsWith(fresh.slice(0, overlap), from);
    return isSame ? fresh.slice(overlap) : apart(said[source]);
  };
  const apart = (text: string): string => (text === '' ? '' : `\n\n${text}`);
  const added = (text: string): ReasoningStep => ({ text, isWhole: false });
  return {
    fromField: (piece) => added(add('field', piece)),
    fromText: (piece) => added(add('text', piece)),
    replace(source, whole) {
      const kept = source === 'field' ? said.text : said.field;
      Object.assign(said, { field: '', text: '' });
      isSame = true;
      const other = source === 'field' ? 'text' : 'field';
      return { text: add(other, kept) + add(source, whole), isWhole: true };
    },
  };
}
