// @ts-check
import { writeFileSync } from 'node:fs';

/**
 * A Vitest reporter that notes the tests which passed only at a second try, in the file that `GATEHOUSE_FLAKY_FILE`
 * names: each is a defect, and must not pass unseen.
 */
export default class FlakyReporter {
  /** @param {readonly import('vitest/node').TestModule[]} modules */
  onTestRunEnd(modules) {
    const file = process.env.GATEHOUSE_FLAKY_FILE;
    if (!file) return;
    const flaky = modules.flatMap((module) =>
      [...module.children.allTests()]
        .filter((test) => test.diagnostic()?.flaky === true)
        .map((test) => `${module.relativeModuleId} > ${test.fullName}${firstError(test)}`),
    );
    writeFileSync(file, JSON.stringify(flaky));
  }
}

/** Of the try that failed. @param {import('vitest/node').TestCase} test */
function firstError(test) {
  const [line = ''] = (test.result().errors?.[0]?.message ?? '').split('\n');
  return line === '' ? '' : `: ${line.slice(0, 300)}`;
}
