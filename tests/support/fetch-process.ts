/**
 * The app's core in a separate process that fetches a result again and kills itself on the way: before the step of its
 * files that STEP names, or after it where AFTER is set. `commit` is when the row names the new file. ID is the result;
 * the rest is as for `command-process.ts`.
 */
import type { MediaFiles } from '../../electron/core/ports/media-files';
import { openProcessCore } from './process-core';

const { ID: id = '', STEP: step = '', AFTER: after } = process.env;
const state = { isAsked: false };
const die = () => process.kill(process.pid, 'SIGKILL');

/** The row is changed within `replace`. */
function mortalCommit(files: MediaFiles): MediaFiles {
  const replace: MediaFiles['replace'] = (place, commit) =>
    files.replace(place, async () => {
      if (after === undefined) die();
      await commit();
      die();
    });
  return { ...files, replace };
}

/** Only what is done for the command counts, not what the start of the app does. */
function mortal(files: MediaFiles): MediaFiles {
  const work = files[step as keyof MediaFiles] as (...given: readonly unknown[]) => Promise<unknown>;
  const run = async (...given: readonly unknown[]) => {
    if (state.isAsked && after === undefined) die();
    const done = await work(...given);
    if (state.isAsked) die();
    return done;
  };
  return { ...files, [step]: run };
}

const core = await openProcessCore(process.env, step === 'commit' ? mortalCommit : mortal);
process.send?.('open');
state.isAsked = true;
await core.call('media.fetchAgain', { id });
process.send?.('asked');
