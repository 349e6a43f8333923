/** The model that a text asks for, where it names one alone: it is chosen once the profile is in use. */
import { isPlaceholder } from './placeholder';

/** `"model": "…"`, `model="…"`, `openAiModelId: '…'`, `OPENAI_MODEL=…`, `model: …` of YAML, `--model …`. */
const NAMED =
  /(?:["']?\b\w{0,40}model(?:_?id|_?name)?["']?\s{0,9}[:=]\s{0,9}|--model[ =]\s{0,9})(?:\\?["']([\w./:@+-]{1,200})\\?["']|([\w./:@+-]{1,200})(?=\s|$))/gi;
/** An attribute or a call of a program, not its text. */
const CODE = /^(?:args|self|this|config|settings|options|process|os|req|request)\./;
/** Libraries that speak to many services put theirs before the model. */
const LIBRARY = /^(?:openai|litellm_proxy|openai_compatible|hosted_vllm)\/(?=.)/;
/** A longer text isn't looked through. */
const MOST_CHARACTERS = 20_000;

export function modelIn(text: string): string | null {
  const found = new Set<string>();
  for (const [, quoted, bare] of text.slice(0, MOST_CHARACTERS).matchAll(NAMED)) {
    const name = quoted ?? bare ?? '';
    if (!isPlaceholder(name) && !CODE.test(name)) found.add(name.replace(LIBRARY, ''));
  }
  const [only, ...others] = found;
  return only === undefined || others.length > 0 ? null : only;
}
