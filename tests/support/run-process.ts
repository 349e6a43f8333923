/**
 * `gatehouse run` in a separate process, to be killed. Its environment has HOME_FOLDER, BASE_URL, API_KEY and ARGUMENTS
 * (JSON); it says `asked` once the first cell has ended.
 */
import { runCommand } from '../../electron/run-command';
import { readRunOptions } from '../../electron/run-options';
import { openProcessCore } from './process-core';
import { runWorld } from './run-world';

const options = readRunOptions(JSON.parse(process.env.ARGUMENTS ?? '[]'));
if (options === 'help') throw new Error('help');
const core = await openProcessCore(process.env, undefined, true);
process.send?.('open');
const print = () => void process.send?.('asked');
await runCommand(runWorld(core, { print, tell: () => undefined }), options);
