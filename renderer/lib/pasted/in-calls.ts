/** What calls of a program are given, where the name of the function says it: `WithAPIKey("…")`, `setenv("NAME", "…")`. */
import type { NamedValue } from './pasted';

/** `os.environ.setdefault("NAME", "value")`, `[Environment]::SetEnvironmentVariable("NAME", "value", "User")`. */
const SET =
  /\b(?:setdefault|setenv|putenv|SetEnvironmentVariable|set_var|Setenv)\(\s{0,9}["']([A-Za-z_]\w{0,100})["']\s{0,9},\s{0,9}["']([^"']{1,10000})["']/g;
/** `.apiKey("…")`, `WithBaseURL("…")`, `new ApiKeyCredential("…")`; go-openai’s configuration takes the key alone. */
const GIVEN =
  /\b(?:option\.|openai\.)?(?:with_?|set_?|new )?(api_?key|api_?token|access_?token|base_?ur[li]|api_?base|endpoint|DefaultConfig)(?:Credential)?\(\s{0,9}["']([^"'\s]{1,10000})["']/gi;
/** `Endpoint = new Uri("…")`. */
const ADDRESS =
  /\b(\w{0,40}(?:endpoint|ur[li]|address))\s{0,9}=\s{0,9}new\s{1,9}Uri\(\s{0,9}"([^"\s]{1,2000})"/gi;

export function valuesInCalls(line: string): readonly NamedValue[] {
  const given = [...line.matchAll(GIVEN)].map(([, name = '', value = '']) => ({ name: kindOf(name), value }));
  const set = [...line.matchAll(SET), ...line.matchAll(ADDRESS)];
  return [...set.map(([, name = '', value = '']) => ({ name, value })), ...given];
}

/** The library's own name for it, without whose it is. */
const kindOf = (name: string): string => (/config|key|token/i.test(name) ? 'api_key' : 'base_url');

/** `Mistral(`, `createOpenRouter({`: whose a client is. OpenAI’s is used for every other service as well. */
const CLIENT = /\b(?:create|Async)?([A-Z][A-Za-z]{2,40})(?:Client|AI)?\(/;

/** An address that a program works out: its client may be anywhere. */
const ELSEWHERE = /\b\w{0,40}(?:base_?ur[li]|api_?base|endpoint)["']?\s{0,9}[:=](?!\s{0,9}["'`])/i;

export function clientIn(line: string): string | null {
  const [, name] = CLIENT.exec(line) ?? [];
  return name === undefined || /openai/i.test(name) || ELSEWHERE.test(line) ? null : name.toLowerCase();
}
