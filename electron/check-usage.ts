/** What `gatehouse check --help` prints. */
import { DEFAULT_VARIABLE } from './command-line';

export const checkUsage = `Usage: gatehouse check --profile NAME | --base-url URL [--model ID …] [options]

Asks models what they can really do, and prints a line for each probe. Nothing is shown; no window is needed.

  --profile NAME    a profile of this computer, such as Sandbox
  --base-url URL    a gateway that is not a profile; nothing of the check is kept
  --key-env NAME    the environment variable that holds the key (default: ${DEFAULT_VARIABLE});
                    a profile’s own key is used unless this names another
  --model ID        a model to check; repeat it for several (default: all of the list)
  --probe ID        a probe; repeat it for several (default: all that apply)
  --reference NAME  a profile that is asked the same, to compare
  --budget N        the most to spend, in credits or dollars as the gateway counts
  --yes             start also where prices are unknown or the limits of the profile ask first
  --json            print a line of JSON for each probe, and a summary last
  --help            print this text
  --version         print the version

Ctrl+C sends nothing more, and says what came until then.

Ends with 0 if every probe works or is unclear, 1 if one does not work, 2 for an error, also where a model answered
nothing, 3 if the budget ended it.`;
