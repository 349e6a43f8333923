/**
 * Runs one function of a tool, or of an assertion. The interpreter has no network, no files, no clock and no chance, so
 * that the same arguments give the same result; its memory and its steps are bounded.
 */
import { Intrinsics, QuickJS } from 'quickjs-wasi';
import { limits } from '../../shared/limits';
import type { FunctionEnd } from '../core/ports/functions';

export interface FunctionSetup {
  readonly source: string;
  readonly argumentsText: string;
}

const MEMORY_BYTES = 32 * 1_048_576;
/** Counted and not timed, so that a busy computer changes nothing: a loop gets about a quarter of a second. */
const MOST_CHECKS = 5_000;

export async function interpret({ source, argumentsText }: FunctionSetup): Promise<FunctionEnd> {
  let checks = 0;
  const vm = await QuickJS.create({
    memoryLimit: MEMORY_BYTES,
    intrinsics: Intrinsics.ALL & ~Intrinsics.DATE & ~Intrinsics.PERFORMANCE & ~Intrinsics.WEAK_REF,
    interruptHandler: () => {
      checks += 1;
      return checks > MOST_CHECKS;
    },
  });
  try {
    vm.evalCode('delete Math.random').dispose();
    // What the function is given is data: as a text in a text it can't become code.
    const given = JSON.stringify(JSON.stringify(JSON.parse(argumentsText)));
    const called = `(function (args) {\n${source}\n})(JSON.parse(${given}))`;
    const asText = "(value) => typeof value === 'string' ? value : JSON.stringify(value) ?? ''";
    const content = vm.dump(vm.evalCode(`(${asText})(${called})`, 'function.js'));
    const text = typeof content === 'string' ? content : '';
    if (text.length > limits.messageCharacters) return { error: 'It returned too much text.' };
    return { content: text };
  } catch (error) {
    return { error: wordsOf(error) };
  }
}

function wordsOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  if (/interrupted/i.test(text)) return 'It takes too many steps.';
  if (/out of memory/i.test(text)) return 'It needs too much memory.';
  return text.slice(0, 500);
}
