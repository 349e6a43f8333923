/** What a judge answered, read leniently in its form and strictly in its meaning: what is not there is never guessed. */
import { cutText } from '../../text/cut-text';
import { type Found, isRecord } from '../found';
import type { ComparingType, GradingType } from '../types';
import { type Agreement, agreements } from './questions';

const reasonCharacters = 2_000;

/** Why nothing can be said of an answer. */
export const unreadable = 'The judge’s answer can’t be read, so it counts as unclear.';

interface Wanted {
  readonly criterion: string;
  readonly threshold: number | null;
}

/** What a judge said of one answer; a text where that can't be read. */
export function readGrade(type: GradingType, text: string, wanted: Wanted): Found | string {
  const given = objectIn(text);
  return (given && readers[type](given, wanted)) ?? unreadable;
}

type Fields = Readonly<Record<string, unknown>>;
type Reader = (given: Fields, wanted: Wanted) => Found | null;

const factuality: Reader = (given) => {
  const { agreement } = given;
  if (typeof agreement !== 'string' || !Object.hasOwn(agreements, agreement)) return null;
  const { passes, means } = agreements[agreement as Agreement];
  return graded(passes, Number(passes), reasonIn(given) || means);
};

const readers: Readonly<Record<GradingType, Reader>> = {
  'llm-rubric'(given, { threshold }) {
    const pass = yesOrNo(given.pass);
    const score = given.score === undefined ? Number(pass) : given.score;
    if (pass === null || typeof score !== 'number' || !(score >= 0 && score <= 1)) return null;
    return graded(pass && score >= (threshold ?? 0), score, reasonIn(given));
  },
  factuality,
  'model-graded-factuality': factuality,
  'model-graded-closedqa'(given) {
    const meets = yesOrNo(given.meets);
    return meets === null ? null : graded(meets, Number(meets), reasonIn(given));
  },
  'text-in-image'({ text }, { criterion }) {
    if (typeof text !== 'string') return null;
    const read = `The judge reads “${cutText(text.trim(), reasonCharacters)}”.`;
    return graded(
      folded(text).includes(folded(criterion)),
      null,
      text.trim() === '' ? 'The judge reads no text.' : read,
    );
  },
};

/** Case and spaces depend on how an image is read. */
const folded = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ').trim();

function graded(holds: boolean, score: number | null, says: string): Found {
  const stated = says === '' ? 'The judge gave no reason.' : says;
  return { holds, why: stated, whyNot: stated, says: stated, ...(score !== null && { score }) };
}

/** Which of the answers a judge prefers, by its place from 0. */
export interface Preference {
  readonly place: number | 'tie';
  readonly reason: string;
}

/** @param answers how many it saw */
export function readPreference(type: ComparingType, text: string, answers: number): Preference | null {
  const given = objectIn(text);
  if (given === null) return null;
  const chosen = type === 'select-best' ? given.best : given.better;
  const reason = reasonIn(given);
  if (type === 'pairwise' && chosen === 'tie') return { place: 'tie', reason };
  const number = typeof chosen === 'string' && /^\d+$/.test(chosen) ? Number(chosen) : chosen;
  if (typeof number !== 'number' || !Number.isInteger(number)) return null;
  return number >= 1 && number <= answers ? { place: number - 1, reason } : null;
}

const reasonIn = ({ reason }: Fields): string =>
  typeof reason === 'string' ? cutText(reason.trim(), reasonCharacters) : '';

function yesOrNo(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value;
  const word = typeof value === 'string' ? value.trim().toLowerCase() : '';
  if (word === 'true' || word === 'yes') return true;
  return word === 'false' || word === 'no' ? false : null;
}

/** The object that a text is, or has in a block of code or between other words. */
export function objectIn(text: string): Fields | null {
  const block = /```(?:json)?\s*([\s\S]*?)```/i.exec(text)?.[1] ?? '';
  const end = text.lastIndexOf('}') + 1;
  const between = [text.indexOf('{'), text.lastIndexOf('{')].map((from) =>
    from < 0 ? '' : text.slice(from, end),
  );
  for (const one of [text, block, ...between]) {
    try {
      const read: unknown = JSON.parse(one);
      if (isRecord(read)) return read;
    } catch {
      // The next one may be whole.
    }
  }
  return null;
}
