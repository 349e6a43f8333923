/**
 * The app's core in a separate process, to be killed: runs commands one after the other, and keeps running. Its
 * environment has HOME_FOLDER, BASE_URL, API_KEY and COMMANDS (JSON: a list of names with their input).
 */
import { openProcessCore } from './process-core';

const commands: readonly [string, unknown][] = JSON.parse(process.env.COMMANDS ?? '[]');
const core = await openProcessCore(process.env);

process.send?.('open');
for (const [name, input] of commands) await core.call(name, input);
process.send?.('asked');
