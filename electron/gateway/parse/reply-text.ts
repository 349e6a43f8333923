/** The text and the reasoning of one choice, out of the pieces of a stream or a whole body, without the key. */
import type { Redactor } from '../record/redact';
import type { ChatDelta } from '../types/chat';
import { bareFile, createInlineMedia, type InlinePiece } from './inline-media';
import type { SplitPiece, SplitStep } from './thinking/split-output';
import { createThinkingSplitter } from './thinking/thinking-splitter';
import { createPieceReader, type PieceStep } from './whole-pieces';

export interface TextStep extends Omit<ChatDelta, 'index'> {
  /** The data URL of a file that stood in the text behind these. */
  readonly media?: string;
}

/** What one chunk says of a choice. */
export interface ChunkText {
  readonly text: string;
  readonly reasoning: string;
  /** `message` where it came in the field of a whole reply. */
  readonly kind: 'delta' | 'message';
  /** The choice ends with it. */
  readonly isLast: boolean;
}

export interface ReplyText {
  /** The steps that it adds, in their order; in each the reasoning comes before the text. */
  add(chunk: ChunkText): readonly TextStep[];
  /** What was held back in case it was a tag or the key's beginning. */
  end(): readonly TextStep[];
  text(): string;
  reasoning(): string;
  /** Characters of a file in the text, as far as they have come. */
  held(): number;
}

export function createReplyText(redactor: Redactor): ReplyText {
  const pieces = { text: createPieceReader(), reasoning: createPieceReader() };
  const filters = { text: redactor.createFilter(), reasoning: redactor.createFilter() };
  const sources = createReasoningSources();
  let splitter = createThinkingSplitter();
  let inline = createInlineMedia();
  let isTold = false;
  const whole = { text: '', reasoning: '' };
  let added: AddedPiece[] = [];
  let isWhole = false;

  const addReasoning = (step: ReasoningStep) => {
    if (step.isWhole && step.text !== whole.reasoning) isWhole = true;
    whole.reasoning = step.isWhole ? step.text : whole.reasoning + step.text;
    if (!step.isWhole) added.push({ type: 'reasoning', text: step.text });
  };
  const addSplit = ({ text, reasoning, isWhole: isAll = false, pieces: split }: SplitStep) => {
    isWhole ||= isAll;
    whole.text = isAll ? text : whole.text + text;
    if (isAll) {
      addReasoning(sources.replace('text', reasoning));
      return;
    }
    for (const piece of split) {
      if (piece.type === 'text') added.push(piece);
      else addReasoning(sources.fromText(piece.text));
    }
  };
  const takeReasoning = ({ text, isWhole: isAll }: PieceStep) => {
    isTold ||= text.trim() !== '';
    if (isAll) filters.reasoning = redactor.createFilter();
    const clean = filters.reasoning.push(text);
    addReasoning(isAll ? sources.replace('field', clean) : sources.fromField(clean));
  };
  const addInline = (pieces: readonly InlinePiece[]) => {
    for (const piece of pieces) {
      if (piece.kind === 'media') added.push({ type: 'media', text: piece.url });
      else addSplit(splitter.push(piece.text, isTold));
    }
  };
  const takeText = ({ text, isWhole: isAll }: PieceStep) => {
    if (isAll) {
      filters.text = redactor.createFilter();
      splitter = createThinkingSplitter();
      inline = createInlineMedia();
      addSplit({ ...splitter.push('', isTold), isWhole: true });
    }
    addInline(inline.push(filters.text.push(text)));
  };
  const taken = (): readonly TextStep[] => {
    const steps = isWhole ? [{ ...whole, isWhole }, ...inSteps(added.filter(isFile))] : inSteps(added);
    added = [];
    isWhole = false;
    return steps;
  };
  return {
    add({ text, reasoning, kind, isLast }) {
      takeReasoning(pieces.reasoning.push(reasoning, kind, isLast));
      takeText(pieces.text.push(text, kind, isLast));
      return taken();
    },
    end() {
      const [lastReasoning, lastText] = [pieces.reasoning.end(), pieces.text.end()];
      if (lastReasoning.isWhole) takeReasoning(lastReasoning);
      if (lastText.isWhole) takeText(lastText);
      addReasoning(sources.fromField(filters.reasoning.end()));
      addInline([...inline.push(filters.text.end()), ...inline.end()]);
      addSplit(splitter.end());
      isWhole = takeOutFile(whole, added) || isWhole;
      return taken();
    },
    text: () => whole.text,
    reasoning: () => whole.reasoning,
    held: () => inline.held(),
  };
}

function takeOutFile(whole: { text: string }, added: AddedPiece[]): boolean {
  const file = bareFile(whole.text);
  if (file === null) return false;
  whole.text = '';
  added.push({ type: 'media', text: file });
  return true;
}

type AddedPiece = SplitPiece | { readonly type: 'media'; readonly text: string };

const isFile = ({ type }: AddedPiece): boolean => type === 'media';

/** A step begins where reasoning follows text, and behind a file. */
function inSteps(pieces: readonly AddedPiece[]): readonly TextStep[] {
  const steps: { text: string; reasoning: string; media?: string }[] = [];
  for (const { type, text } of pieces) {
    if (text === '') continue;
    const last = steps.at(-1);
    if (last === undefined || last.media !== undefined || (type === 'reasoning' && last.text !== ''))
      steps.push({ text: '', reasoning: '', [type]: text });
    else if (type === 'media') last.media = text;
    else last[type] += text;
  }
  return steps;
}

/**
 * The reasoning of a reply from its two sources: a field of its own, and the thinking inside the text. Some gateways
 * send the same words in both; they count once.
 */
interface ReasoningStep {
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

function createReasoningSources(): ReasoningSources {
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
