import type { Fields } from '../reading';

/** Fields that choose who is asked. */
export const choosing = ['provider', 'providers', 'prompts'] as const;

/** A test with what counts for all tests where it says nothing itself. */
export const withChoice = (test: Fields, defaults: Fields): Fields => ({
  ...Object.fromEntries(
    (['providers', 'prompts'] as const).flatMap((name) =>
      defaults[name] === undefined ? [] : [[name, defaults[name]]],
    ),
  ),
  ...test,
});
