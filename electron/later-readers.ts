/**
 * YAML, HTML and schemas of JSON, which replies of batches and experiments are judged with. They are a sixth of all code
 * that the core would read at its start, so they are read before the first of those is there: judging is done in one go,
 * also while an event is sent, and can't wait.
 */
import type { Ports } from './core/ports/ports';

type Readers = Pick<Ports, 'readYaml' | 'writeYaml' | 'readHtml' | 'replyChecker'>;

let loaded: Readers | null = null;
let loading: Promise<void> | null = null;

/** @returns `null` where they are there */
export function loadReaders(): Promise<void> | null {
  if (loaded !== null) return null;
  // After a failure, such as a disk that could not be read, it is tried again.
  loading ??= load().finally(() => {
    loading = null;
  });
  return loading;
}

async function load(): Promise<void> {
  const [yaml, html, check] = await Promise.all([
    import('./read-yaml'),
    import('./read-html'),
    import('../shared/run/check-reply'),
  ]);
  loaded = { ...yaml, ...html, replyChecker: check.replyChecker };
}

function readers(): Readers {
  if (loaded === null) throw new Error('A reply is judged before the code for it was read.');
  return loaded;
}

export const laterReaders: Readers = {
  readYaml: (text) => readers().readYaml(text),
  writeYaml: (value) => readers().writeYaml(value),
  readHtml: (text) => readers().readHtml(text),
  replyChecker: (schema) => readers().replyChecker(schema),
};
