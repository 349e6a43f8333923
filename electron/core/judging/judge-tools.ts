/** What replies are judged with, within bounds. */
import type { JudgeTools } from '../../../shared/assertions/found';
import { placeText } from '../../../shared/run/reply-fit';
import type { JsonSchema } from '../../../shared/run/response-format';
import type { Ports } from '../ports/ports';

export type Judging = Pick<
  Ports,
  'storage' | 'testPattern' | 'withinMoment' | 'readYaml' | 'readHtml' | 'replyChecker'
>;

/** After so many patterns that took too long no further one is tried: each holds up everything for a moment. */
const SLOW_PATTERNS_AT_MOST = 5;

/** For the replies of one reading. */
export function judgeTools(ports: Omit<Judging, 'storage'>): JudgeTools {
  const { testPattern, withinMoment, readYaml, readHtml, replyChecker } = ports;
  let slow = 0;
  const bounded = <Result>(run: () => Result | null): Result | null => {
    const found = slow < SLOW_PATTERNS_AT_MOST ? run() : null;
    if (found === null) slow += 1;
    return found;
  };
  return {
    readYaml,
    readHtml,
    bounded: (run) => bounded(() => withinMoment(run)),
    matches: (pattern, text) => bounded(() => testPattern(pattern, text)),
    misfit(schema, text) {
      const fit = bounded(() => withinMoment(() => replyChecker(schema as JsonSchema)(text)));
      if (fit === null) throw new Error('checking it took too long');
      if (!fit.isJson || fit.misfit === null) return null;
      return `${placeText(fit.misfit)} ${fit.misfit.why}`;
    },
  };
}
