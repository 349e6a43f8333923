/** What threads for functions are given. */

export interface ThreadSetup {
  /** Compiled once for all threads: to compile it takes a hundred times as long as most functions run. */
  readonly interpreter: WebAssembly.Module;
}

export interface FunctionSetup {
  readonly source: string;
  readonly argumentsText: string;
}
