/** What the program was started for, read from its command line before anything else happens. */

export type Launch =
  /** `opens` are its arguments without a dash: archives and links. */
  | {
      readonly kind: 'window';
      readonly verbose: boolean;
      readonly quickAsk: boolean;
      readonly opens: readonly string[];
    }
  | { readonly kind: 'web'; readonly args: readonly string[] }
  /** Each reads its own arguments. */
  | { readonly kind: 'check' | 'run' }
  | { readonly kind: 'version' }
  | { readonly kind: 'help' };

export const usage = `Usage: gatehouse [--verbose] [--quick-ask] [archive.gatehouse | gatehouse://…]
       gatehouse --web [--port N] [--no-open] [--json]
       gatehouse check --profile NAME | --base-url URL [--model ID …] [--budget N] [--json]
       gatehouse run FILE --profile NAME | --base-url URL [--budget N] [--json | --junit]

Without a flag, Gatehouse opens its window. An archive or a link is shown for confirmation first.

  --web       serve the same app on this computer to a browser; needs no display
  --port N    port for --web (default: any free port)
  --no-open   don't open the browser
  --json      print one line {"url":"…"} when it is ready
  check       ask models what they can really do; gatehouse check --help tells more
  run         run an experiment from a file; gatehouse run --help tells more
  --quick-ask open the small window for one question
  --verbose   log more, also to the terminal
  --version   print the version
  --help      print this text

Data is kept in the system's folder for application data, or in the one that GATEHOUSE_HOME names.`;

/** Flags for Chromium, which every mode may be given: root can't start it otherwise. */
const CHROMIUM_FLAGS = ['--no-sandbox'];

/**
 * The arguments of a person: without the program and, where Electron was given an app to run, without that.
 * @param isPackaged as `app.isPackaged`
 */
export function ownArguments(argv: readonly string[], isPackaged: boolean): readonly string[] {
  const [, ...args] = argv;
  if (isPackaged) return args;
  const appAt = args.findIndex((arg) => !arg.startsWith('-'));
  return appAt === -1 ? args : args.slice(appAt + 1);
}

/** Flags that mean nothing here are Chromium's, which reads them itself. */
export function readLaunch(args: readonly string[]): Launch {
  const first = args.find((arg) => !CHROMIUM_FLAGS.includes(arg));
  if (first === 'check' || first === 'run') return { kind: first };
  if (args.includes('--version')) return { kind: 'version' };
  if (args.includes('--help') || args.includes('-h')) return { kind: 'help' };
  if (args.includes('--web')) {
    return { kind: 'web', args: args.filter((arg) => !CHROMIUM_FLAGS.includes(arg)) };
  }
  return {
    kind: 'window',
    verbose: args.includes('--verbose'),
    quickAsk: args.includes('--quick-ask'),
    opens: args.filter((arg) => !arg.startsWith('-')),
  };
}
