/** Values that a text writes once and uses elsewhere by their name. Nothing is run: only texts as they are written count. */
import type { NamedValue } from './pasted';

export type Constants = ReadonlyMap<string, string>;

/** `os.environ["NAME"]`, `os.getenv("NAME")`, `os.environ.get("NAME", …)`, `process.env.NAME`. */
const LOOKED_UP =
  /^(?:os\.environ(?:\.get)?|os\.getenv|getenv|env|process\.env|Deno\.env\.get)(?:\.|[[(]\s{0,9}["']?)([A-Za-z_]\w{0,100})(?:["']?\s{0,9}[\])]?)?$/;
/** `f"…{NAME}…"`, `"…${NAME}…"`, `$NAME`. */
const PART = /\$\{(\w{1,100})\}|\$(\w{1,100})|\{(\w{1,100})\}/g;
/** Before a text of Python. */
const PREFIX = /^[frbu]{1,2}(["'])([^"']{0,10000})\1$/i;

/** Each name with its value; a name that is given two of them has none. */
export function constantsIn(values: readonly NamedValue[]): Constants {
  const found = new Map<string, string>();
  const several = new Set<string>();
  for (const { name, value } of values) {
    const before = found.get(name);
    if (before !== undefined && before !== value) several.add(name);
    found.set(name, value);
  }
  return new Map([...found].filter(([name, value]) => value !== '' && !several.has(name)));
}

/** A value with what its names stand for, as far as the text says it. */
export function resolved(value: string, constants: Constants): string {
  const text = PREFIX.exec(value)?.[2] ?? value;
  const name = LOOKED_UP.exec(text)?.[1] ?? text;
  const whole = constants.get(name);
  if (whole !== undefined && whole !== text) return PREFIX.exec(whole)?.[2] ?? whole;
  return text.replace(PART, (written: string, ...names: (string | undefined)[]) => {
    const known = constants.get(names.slice(0, 3).find((one) => one !== undefined) ?? '');
    return known === undefined || known.length > MOST_INSIDE ? written : known;
  });
}

/** Of a value inside of another one: what is longer is no part of an address or a key. */
const MOST_INSIDE = 300;
