/**
 * Runs one function of a tool, or of an assertion. The interpreter has no network, no files, no clock and no chance, so
 * that the same arguments give the same result; its memory and its steps are bounded.
 */
import { Intrinsics, QuickJS } from 'quickjs-wasi';
import { limits } from '../../shared/limits';
import type { FunctionEnd } from '../core/ports/functions';
import type { FunctionSetup } from './function-setup';

const MEMORY_BYTES = 32 * 1_048_576;
/** Counted and not timed, so that a busy computer changes nothing: a loop gets about a quarter of a second. */
const MOST_CHECKS = 5_000;
/** Steps of promises, each of which may be too short to be counted in. */
const MOST_JOBS = 100_000;
/** Where not even an error has room, `null` is thrown; a memory that has grown this far tells it from the function’s own. */
const FULL_BYTES = MEMORY_BYTES * 0.8;

/** What a function returned, or what its promise came to. Anything can be thrown, also what has no words. */
const follow = `(run) => {
  const asText = (one) => typeof one === 'string' ? one : JSON.stringify(one) ?? '';
  const words = (error) => {
    try {
      return typeof error === 'object' && error !== null && !(error instanceof Error) ? JSON.stringify(error) : String(error);
    } catch {
      return 'It failed with a value that has no words.';
    }
  };
  let value;
  try { value = run(); } catch (error) {
    if (error instanceof Error) throw error;
    return { error: words(error) };
  }
  if (!(value instanceof Promise)) return { text: asText(value) };
  const end = {};
  value.then((one) => { end.text = asText(one); }).catch((error) => { end.error = words(error); });
  return end;
}`;

function endOf(end: unknown): FunctionEnd {
  // The function can reach what was noted of it, and put anything there.
  const { text, error } = (end ?? {}) as { readonly text?: unknown; readonly error?: unknown };
  if (error !== undefined) return { error: wordsOf(error) };
  if (typeof text !== 'string') return { error: 'It waits for something that never comes.' };
  return text.length > limits.messageCharacters ? { error: 'It returned too much text.' } : { content: text };
}

/** @param interpreter see `bounded-interpreter.ts` */
export async function interpret(
  { source, argumentsText }: FunctionSetup,
  interpreter: WebAssembly.Module,
): Promise<FunctionEnd> {
  let checks = 0;
  const vm = await QuickJS.create({
    wasm: interpreter,
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
    vm.evalCode(`globalThis.end = (${follow})(() => ${called})`, 'function.js').dispose();
    // What an `async` function waits for can only be more code: it has come as far as it ever will.
    runJobs(insideOf(vm));
    const ended = endOf(vm.dump(vm.evalCode('end')));
    return 'error' in ended ? { error: withReason(vm, ended.error) } : ended;
  } catch (error) {
    return { error: withReason(vm, wordsOf(error)) };
  }
}

/** What the interpreter has no words for in its own interface. */
interface Inside {
  readonly memory: WebAssembly.Memory;
  qjs_is_job_pending(): number;
  /** Below zero where it failed. */
  qjs_execute_pending_job(): number;
}

// biome-ignore lint/complexity/useLiteralKeys: it is private, and nothing else can stop between two steps.
const insideOf = (vm: QuickJS): Inside => vm['exports'] as unknown as Inside;

/** A promise may lead to the next without an end. */
function runJobs(inside: Inside): void {
  for (let done = 0; inside.qjs_is_job_pending() !== 0; done += 1) {
    if (done === MOST_JOBS) throw new Error('interrupted');
    // A step that fails without anyone to catch it ran out of memory, or of steps.
    if (inside.qjs_execute_pending_job() < 0)
      throw new Error(isFull(inside) ? 'out of memory' : 'interrupted');
  }
}

const isFull = ({ memory }: Inside): boolean => memory.buffer.byteLength > FULL_BYTES;

const withReason = (vm: QuickJS, error: string): string =>
  error === 'null' && isFull(insideOf(vm)) ? wordsOf('out of memory') : error;

function wordsOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  if (/interrupted/i.test(text)) return 'It takes too many steps.';
  if (/out of memory/i.test(text)) return 'It needs too much memory.';
  // Whichever of its stacks is full first.
  if (/call stack|stack overflow|access out of bounds/i.test(text)) return 'It calls itself too deeply.';
  return text.slice(0, 500);
}
