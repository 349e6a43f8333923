/** How an origin is written into a file, and read back from one that anyone may have made. */

import { z } from 'zod';
import type { MediaOrigin } from '../../../../shared/media/media';
import { mediaModalities } from '../../../../shared/modalities/modalities';
import { amountIn, toCost } from '../../../../shared/money/cost';
import { firstUnit, type MoneyUnit, moneyUnits, units } from '../../../../shared/money/money-units';

/** The name under which formats with free names store the origin; also the one key of its JSON. */
export const originKey = 'gatehouse';

/** A longer text is not an origin: prompts end at 200,000 characters. */
export const maxOriginBytes = 4 * 1024 * 1024;

const MAX_DEPTH = 32;
const label = z.string().max(1_000);

/** `z.json()` would recurse into nesting of any depth; {@link isShallow} has checked it before. */
const factsSchema: z.ZodType<Omit<MediaOrigin, 'cost'>> = z.object({
  modality: z.enum(mediaModalities),
  model: label,
  prompt: z.string().max(400_000),
  revisedPrompt: z.string().max(400_000).optional(),
  part: z.object({ number: z.int().min(1).max(1_000), count: z.int().min(1).max(1_000) }).optional(),
  seed: z.int().optional(),
  parameters: z.record(label, z.union([z.string().max(10_000), z.number()])),
  extra: z.record(label, z.unknown()),
  jobId: label,
  createdAt: z.number().min(0).max(8.64e15),
});

/** The cost as it has been written since the first version: parts of each unit in a field of its own. */
const costSchema = z.record(z.string(), z.unknown()).transform((origin, context) => {
  const amounts = moneyUnits.map((unit) => [unit, partsSchema.safeParse(origin[usedField(unit)])] as const);
  if (amounts.some(([, { success }]) => !success)) context.addIssue('a cost that is not an amount');
  return toCost(Object.fromEntries(amounts.map(([unit, { data = null }]) => [unit, data])));
});

const partsSchema = z.number().int().nullish();
const usedField = (unit: MoneyUnit): string => `${units[unit].field}Used`;

/** `{"gatehouse":{…}}` on one line. Only the fields of an origin are written, whatever else the object carries. */
export function originText(origin: MediaOrigin): string {
  const used = moneyUnits.map((unit) => [usedField(unit), amountIn(origin.cost, unit)] as const);
  const written = used.filter(([field, amount]) => amount !== null || field === usedField(firstUnit));
  return JSON.stringify({ [originKey]: { ...factsSchema.parse(origin), ...Object.fromEntries(written) } });
}

/** The same in ASCII, for formats whose text has no agreed encoding. */
export function asciiOriginText(origin: MediaOrigin): string {
  return originText(origin).replace(
    /[^\x20-\x7e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The origin in a text of any content; `null` where there is none. */
export function parseOrigin(text: string): MediaOrigin | null {
  if (text.length > maxOriginBytes || !isShallow(text)) return null;
  try {
    const stored = (JSON.parse(text) as Record<string, unknown> | null)?.[originKey];
    const [facts, cost] = [factsSchema.safeParse(stored), costSchema.safeParse(stored)];
    return facts.success && cost.success ? { ...facts.data, cost: cost.data } : null;
  } catch {
    return null;
  }
}

/** What other programs show: a title of one short line and a description. */
export function captionOf({ prompt, model, createdAt }: MediaOrigin) {
  const line = plain(prompt).replace(/\s+/g, ' ').trim();
  return {
    title: clip(line, 120),
    description: clip(plain(prompt).trim(), 2_000),
    software: clip(`Gatehouse (${plain(model)})`, 200),
    created: new Date(createdAt),
  };
}

/** Removes what breaks XML and C strings: control characters, lone surrogates, noncharacters. */
function plain(text: string): string {
  return text.toWellFormed().replace(/(?![\n\t])\p{Cc}|[\ufffe\uffff]/gu, ' ');
}

function clip(text: string, maxCharacters: number): string {
  const characters = [...text.slice(0, maxCharacters * 2)];
  return characters.length <= maxCharacters && text.length <= maxCharacters * 2
    ? text
    : `${characters.slice(0, maxCharacters - 1).join('')}…`;
}

/**
 * Counted outside of strings, so that a prompt full of brackets is not mistaken for nesting. One pass: a pattern for
 * strings would begin again at each quote of one that never ends.
 */
function isShallow(text: string): boolean {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') isInString = !isInString;
    else if (isInString) at += Number(character === '\\');
    else if (character === '[' || character === '{') depth += 1;
    else if (character === ']' || character === '}') depth -= 1;
    if (depth > MAX_DEPTH) return false;
  }
  return true;
}
