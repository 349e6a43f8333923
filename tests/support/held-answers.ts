/**
 * The page's state on a real core, with answers that a test can delay: events arrive at once, answers when they are
 * released, as in a browser, where both use separate connections.
 */
import './page-globals';
import { vi } from 'vitest';
import { synchronize } from '../../renderer/link/sync';
import { useCoreState } from '../../renderer/state/core/core-state';
import { start } from '../../renderer/state/follow-core';
import type { CommandName } from '../../shared/contract';
import type { TestCore } from './core';

export interface HeldAnswer {
  /** Resolves when the core has answered; the page does not know it yet. */
  readonly answered: Promise<void>;
  letGo(): void;
}

export interface HeldWindow {
  /** Holds back the next answer to a command. */
  hold(name: CommandName): HeldAnswer;
  /** Loses the next answer to a command: the core did it, and the page can't know. */
  lose(name: CommandName): void;
  /** Takes a snapshot, as after a cut connection. */
  reconnect(): Promise<void>;
}

function signal() {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}

/** Connects the page's state to a core; one window for each test file, since the state is one. */
export async function openHeldWindow({ core }: TestCore): Promise<HeldWindow> {
  const holds: { name: string; until: Promise<void>; onAnswer: () => void }[] = [];
  const lost: string[] = [];
  const call = async (name: string, input: unknown) => {
    const at = holds.findIndex((one) => one.name === name);
    const [held] = at === -1 ? [] : holds.splice(at, 1);
    // Through the host's JSON, as in both hosts: the page never shares an object with the core.
    const answer = structuredClone(await core.call(name, input));
    held?.onAnswer();
    await held?.until;
    if (!lost.includes(name)) return answer;
    lost.splice(lost.indexOf(name), 1);
    return { ok: false, error: { code: 'host_unreachable', message: 'The connection was cut.' } };
  };
  vi.stubGlobal('window', { bridge: { call, subscribe: core.subscribe } });
  start((change) => change());
  await vi.waitUntil(() => useCoreState.getState().app !== null, { timeout: 100_000, interval: 5 });
  return {
    hold(name) {
      const [gate, answer] = [signal(), signal()];
      holds.push({ name, until: gate.given, onAnswer: answer.give });
      return { answered: answer.given, letGo: gate.give };
    },
    lose: (name) => void lost.push(name),
    reconnect: synchronize,
  };
}
