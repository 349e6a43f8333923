/**
 * Calls of tools out of their pieces. By OpenAI's reference (chat completions, streaming) each piece names the place of
 * its call. Many gateways don't: Gemini's compatible interface, LMDeploy and older SGLang give every call the place 0,
 * Ollama and relays give none, vLLM makes a new id for each piece of one call, and some repeat the whole call at its end.
 */
import { isRecord, type JsonRecord, numberOrNull, textOrNull } from './json';
import { createJsonEnd, type JsonEnd } from './json-end';

export interface ToolPieces {
  /**
   * @param isRepeated whether the message holds once more what came in pieces
   * @returns the call at each place that is new; `null` where it is gone
   */
  add(calls: readonly JsonRecord[], isRepeated: boolean): readonly (() => JsonRecord | null)[];
  /** Takes the form before `tool_calls`, `function_call`; some gateways send both. */
  addOlder(call: JsonRecord, isRepeated: boolean): readonly (() => JsonRecord | null)[];
  /** What was added since it was asked last. */
  grown(): readonly GrownCall[];
}

export interface GrownCall {
  /** Its number among the calls of the reply. */
  readonly at: number;
  readonly id: string | null;
  readonly name: string;
  readonly hasTextInput: boolean;
  readonly text: string;
  /** The text is all of it: it is new, or takes the place of what was there. */
  readonly isWhole: boolean;
}

interface BegunCall {
  /** Its place in the reply. */
  readonly at: number;
  readonly raw: Record<string, unknown>;
  readonly end: JsonEnd;
  /** The call before it at the same place, of which it may be a last empty piece. */
  readonly before: BegunCall | undefined;
  /** Pieces that nobody has looked at; `null` where nothing came since. */
  fresh: string | null;
  isSeen: boolean;
}

export function createToolPieces(): ToolPieces {
  let order: BegunCall[] = [];
  const newest = new Map<number, BegunCall>();
  const byId = new Map<string, BegunCall>();
  /** Calls with pieces that nobody has looked at: a reply may have thousands of others. */
  let touched = new Set<BegunCall>();

  /**
   * The call that a piece goes on with, as far as its place, its id or its position say.
   * @param known how many calls were begun before this list of pieces
   */
  const candidate = (piece: JsonRecord, position: number, isOnly: boolean, known: number) => {
    const index = numberOrNull(piece.index);
    if (index !== null) return newest.get(index);
    const [id, sameId] = [idOf(piece), byId.get(idOf(piece) ?? '')];
    if (id !== null && sameId !== undefined && sameId.at < known) return sameId;
    const at = isOnly ? known - 1 : position;
    return at < known ? order[at] : undefined;
  };
  const take = (piece: JsonRecord, found: BegunCall | undefined) => {
    if (found !== undefined && !isOther(found, piece)) {
      touched.add(found);
      if (!isRepetition(found, piece)) merge(found, piece);
      return;
    }
    const index = numberOrNull(piece.index);
    const begun: BegunCall = {
      at: order.length,
      raw: {},
      end: createJsonEnd(),
      before: found,
      fresh: null,
      isSeen: false,
    };
    touched.add(begun);
    merge(begun, piece);
    order.push(begun);
    if (index !== null) newest.set(index, begun);
    byId.set(idOf(piece) ?? '', begun);
  };
  const grown = () => {
    const looked = [...touched];
    touched = new Set();
    return looked.flatMap((call): readonly GrownCall[] => {
      const { at, raw, fresh, isSeen } = call;
      if (fresh === null || order[at] !== call || shown(call) === null) return [];
      Object.assign(call, { fresh: null, isSeen: true });
      const hasTextInput = isRecord(raw.custom);
      return [{ at, id: idOf(raw), name: nameOf(raw) ?? '', hasTextInput, text: fresh, isWhole: !isSeen }];
    });
  };
  let isOlder = false;
  const add: ToolPieces['add'] = (calls, isRepeated) => {
    const places = order.length;
    if (isRepeated && calls.length > 0) {
      order = [];
      newest.clear();
      byId.clear();
    }
    const known = order.length;
    calls.forEach((piece, position) => {
      take(piece, candidate(piece, position, calls.length === 1, known));
    });
    return order.slice(places).map((_, offset) => () => shown(order[places + offset]));
  };
  return {
    add,
    grown,
    addOlder(call, isRepeated) {
      isOlder ||= order.length === 0;
      return isOlder ? add([{ function: call }], isRepeated) : [];
    },
  };
}

/** Gateways in Python write an absent id as a word. */
function idOf(piece: JsonRecord): string | null {
  const id = textOrNull(piece.id);
  return id === 'null' || id === 'None' ? null : id;
}

/** A piece that begins another call at the place of one that has come whole. */
function isOther({ raw, end }: BegunCall, piece: JsonRecord): boolean {
  const [id, name] = [idOf(piece), nameOf(piece)];
  if (name === null || (id !== null && id === raw.id)) return false;
  const isOtherId = id !== null && typeof raw.id === 'string';
  if (end.isWhole()) return isOtherId || argumentsOf(piece).trimStart().startsWith('{');
  return isOtherId && argumentsOf(raw).trim() === '' && name !== nameOf(raw);
}

/** The whole call once more, under its own id. */
const isRepetition = ({ raw, end }: BegunCall, piece: JsonRecord): boolean =>
  end.isWhole() && raw.id === idOf(piece) && raw.id !== null && argumentsOf(piece) === argumentsOf(raw);

/** An empty last piece with an id of its own is no call. */
function shown(call: BegunCall | undefined): JsonRecord | null {
  if (call === undefined) return null;
  const { raw, before } = call;
  const isEmpty = before !== undefined && argumentsOf(raw) === '' && nameOf(raw) === nameOf(before.raw);
  return isEmpty ? null : raw;
}

/** `custom` are calls with a text instead of JSON (OpenAI's custom tools). */
const asked = (call: JsonRecord): JsonRecord =>
  isRecord(call.function) ? call.function : isRecord(call.custom) ? call.custom : {};

const nameOf = (call: JsonRecord): string | null => textOrNull(asked(call).name);

/** Some gateways send the object itself instead of its JSON. */
function argumentsOf(call: JsonRecord): string {
  const { arguments: given, input, parameters } = asked(call);
  const value = given ?? input ?? parameters ?? '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A few gateways cut names too; others repeat them in each piece, or send all that came so far. */
function joinedName(raw: JsonRecord, piece: JsonRecord): string | null {
  const [begun, more] = [nameOf(raw), nameOf(piece)];
  if (begun === null || more === null) return more ?? begun;
  const isPart = argumentsOf(raw) === '' && !more.startsWith(begun) && !begun.endsWith(more);
  return isPart ? `${begun}${more}` : more.startsWith(begun) ? more : begun;
}

/** Read on their own, or no fields at all. */
const notCopied: readonly string[] = ['index', 'id', 'function', 'custom', '__proto__'];

/**
 * Adds a piece to its call, in place: names are given once, arguments come in pieces, and a copy for each of them would
 * cost as much as all that came before it.
 */
function merge(call: BegunCall, piece: JsonRecord): void {
  const { raw, end } = call;
  for (const [name, value] of Object.entries(piece))
    if (!notCopied.includes(name) && value !== null && value !== '') raw[name] = value;
  const id = idOf(piece);
  if (id !== null) raw.id ??= id;
  const kind = isRecord(piece.custom) ? 'custom' : 'function';
  if (!isRecord(piece[kind])) return;
  const [field, more] = [kind === 'custom' ? 'input' : 'arguments', argumentsOf(piece)];
  const name = joinedName(raw, piece);
  const text = `${argumentsOf(raw)}${more}`;
  const whole = isRecord(raw[kind]) ? raw[kind] : {};
  raw[kind] = whole;
  for (const [other, value] of Object.entries(piece[kind]))
    if (other !== '__proto__') Object.assign(whole, { [other]: value });
  Object.assign(whole, { name, [field]: text });
  end.push(more);
  call.fresh = (call.fresh ?? '') + more;
}
