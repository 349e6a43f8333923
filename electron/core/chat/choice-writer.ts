import { maxChoices } from '../../../shared/chat/chat';
import type { WrittenPart } from '../../../shared/chat/written-parts';
import type { AppEvent } from '../../../shared/contract';
import type { ReplyUpdate } from '../ports/chat';
import type { Ports } from '../ports/ports';
import { createDeltaJoiner, type DeltaJoiner } from './delta-joiner';
import { type LiveReply, progressOf, startLiveReply } from './live-reply';

export interface ChoiceContext {
  readonly ports: Ports;
  readonly emit: (event: AppEvent) => void;
  /** Reports a message that was just stored to the windows. */
  readonly announce: (messageIds: readonly string[]) => void;
  readonly onSaveFailed: (error: unknown) => void;
}

export interface ChoiceWriter {
  /** Called after text was added to the live reply. */
  touch(): void;
  end(): void;
}

/** Sends the text of one reply to the windows, joined per frame, and saves it about twice a second. */
export function createFirstWriter(context: ChoiceContext, live: LiveReply): ChoiceWriter {
  const joiner = createDeltaJoiner(live, context.ports.clock, context.emit);
  const saver = createProgressSaver(live, context.ports, context.onSaveFailed);
  return {
    touch() {
      joiner.touch();
      saver.touch();
    },
    end() {
      saver.end();
      joiner.end();
    },
  };
}

/**
 * The same for a further choice, whose message is stored when its first text arrives: windows get the message before
 * its text. If the disk can't store it yet, the text stays in memory.
 */
export function createFurtherWriter(context: ChoiceContext, first: LiveReply, live: LiveReply): ChoiceWriter {
  const { storage, clock } = context.ports;
  let joiner: DeltaJoiner | null = null;
  const update = (progress: ReplyUpdate) => {
    storage.transaction(() => storeChoice(context.ports, first.id, progress));
    if (joiner !== null) return;
    context.announce([live.id]);
    joiner = createDeltaJoiner(live, clock, context.emit);
  };
  const ports = { clock, storage: { messages: { update } } };
  const saver = createProgressSaver(live, ports, context.onSaveFailed);
  let isBegun = false;
  return {
    touch() {
      if (isBegun) saver.touch();
      else saver.now();
      isBegun = true;
      joiner?.touch();
    },
    end() {
      saver.end();
      joiner?.end();
    },
  };
}

/** Stores a choice as a branch beside the first reply, which carries the charge of them all. */
export function storeChoice({ storage, clock }: Ports, firstId: string, update: ReplyUpdate): void {
  const { messages } = storage;
  if (messages.get(update.id) === undefined) {
    const first = messages.get(firstId);
    if (first === undefined) return;
    const { conversationId, parentId, role, model, askedFormat } = first;
    messages.insert({
      id: update.id,
      conversationId,
      parentId,
      role,
      parts: [],
      model,
      askedFormat,
      status: 'streaming',
      profileId: null,
      idempotencyKey: null,
      createdAt: clock.now(),
    });
    const settings = messages.askedSettings(first);
    if (settings !== null) messages.keepSettings({ id: update.id, conversationId }, settings);
  }
  messages.update(update);
}

/**
 * Save every 400 ms: with the write this stays under the documented 500 ms, which is the most that a crash can lose.
 */
const SAVE_EVERY_MS = 400;

interface ProgressPorts {
  readonly clock: Ports['clock'];
  readonly storage: { readonly messages: Pick<Ports['storage']['messages'], 'update'> };
}

interface ProgressSaver {
  /** Called after text was added to the live reply. */
  touch(): void;
  /** Saves what there is without waiting. */
  now(): void;
  end(): void;
}

/** Saves a streaming reply to the database at intervals; a failed write is reported and retried until it succeeds. */
export function createProgressSaver(
  live: LiveReply,
  { storage, clock }: ProgressPorts,
  onFailed: (error: unknown) => void,
): ProgressSaver {
  let cancelTimer: (() => void) | null = null;
  const touch = () => {
    cancelTimer ??= clock.setTimer(SAVE_EVERY_MS, save);
  };
  const save = () => {
    cancelTimer = null;
    try {
      storage.messages.update(progressOf(live, clock.now()));
    } catch (error) {
      onFailed(error);
      // No more text may arrive for a long time, so what has arrived is saved without waiting for it.
      touch();
    }
  };
  return {
    touch,
    now: save,
    end() {
      cancelTimer?.();
      cancelTimer = null;
    },
  };
}

/** The streaming replies of one call: the first and, with `n` above 1, the further choices. */
export interface LiveChoices {
  readonly first: LiveReply;
  /** The reply with this choice number, created at its first use. `null` beyond the limit. */
  at(index: number): LiveReply | null;
  /** All but the first, in the order in which they first appeared. */
  others(): readonly LiveReply[];
  find(id: string): LiveReply | undefined;
  /** The gateway's number of the first choice. */
  firstIndex(): number;
}

interface Begun {
  readonly id: string;
  readonly conversationId: string;
  /** The parts that a continued reply already has. */
  readonly before?: readonly WrittenPart[];
  /** How long it had thought by then. */
  readonly thoughtMs?: number | undefined;
  /** The parts that a reply has which is asked again. */
  readonly kept?: readonly WrittenPart[];
  /** Whether more than one choice is requested. */
  readonly isMany: boolean;
  /** Whether the gateway repeats the text that a reply begins with. */
  readonly repeats: boolean;
}

/** @param newId creates the message id of a further choice */
export function startLiveChoices(
  { id, conversationId, before, thoughtMs, kept, isMany, repeats }: Begun,
  newId: () => string,
): LiveChoices {
  const first = startLiveReply(id, conversationId, { before, thoughtMs, kept, repeats });
  const others = new Map<number, LiveReply>();
  // Where one choice was requested, the first that arrives is it, whatever its number.
  let firstIndex = isMany ? 0 : null;
  return {
    first,
    at(index) {
      firstIndex ??= index;
      if (index === firstIndex) return first;
      const known = others.get(index);
      if (known || others.size >= maxChoices - 1) return known ?? null;
      const reply = startLiveReply(newId(), conversationId, { before, repeats }, index);
      others.set(index, reply);
      return reply;
    },
    others: () => [...others.values()],
    find: (wanted) => [first, ...others.values()].find((reply) => reply.id === wanted),
    firstIndex: () => firstIndex ?? 0,
  };
}
