/** What a thread is given to run one function. */
export interface FunctionSetup {
  readonly source: string;
  readonly argumentsText: string;
  /** Compiled once for all threads: to compile it takes a hundred times as long as most functions run. */
  readonly interpreter: WebAssembly.Module;
}
