/** The text of a request body, checked before anything of it is stored. */

import { bodyLimits } from '../../../../shared/commands/body-commands';
import { AppError } from '../../../../shared/errors';
import { limits } from '../../../../shared/limits';
import { signOfOtherProgram } from '../../../../shared/paste/other-programs';
import { JsonRefusal, parseBoundedJson } from '../../../../shared/text/bounded-json';
import { jsonFault } from '../../../../shared/text/json-faults';

export type JsonRecord = Readonly<Record<string, unknown>>;

/** A body of `chat/completions`: its messages, and everything else. */
export interface ReadBody {
  /** `null` where the body names none. */
  readonly model: string | null;
  readonly messages: readonly JsonRecord[];
  /** The whole body, in its order. */
  readonly body: JsonRecord;
}

export const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @throws AppError `invalid_input` that says what is wrong, and where */
export function readJson(text: string): unknown {
  const bounds = { maxCharacters: bodyLimits.characters, maxDepth: bodyLimits.depth };
  try {
    const value = parseBoundedJson(text, bounds);
    const fault = jsonFault(text);
    if (fault === null) return value;
    const lines = text.slice(0, fault.offset).split('\n');
    const column = (lines.at(-1)?.length ?? 0) + 1;
    throw wrong(`The text ${fault.message}: line ${lines.length}, column ${column}.`);
  } catch (cause) {
    if (cause instanceof JsonRefusal) throw wrong(`The text ${cause.message}.`);
    throw cause;
  }
}

/** @throws AppError `invalid_input` */
export function readBody(text: string): ReadBody {
  const body = readJson(text);
  if (!isRecord(body))
    throw wrong('A request body is a JSON object, such as { "model": …, "messages": [ … ] }.');
  const { model, messages } = body;
  if (!Array.isArray(messages)) throw wrong('“messages” is missing: a chat request has a list of messages.');
  const sign = signOfOtherProgram(messages);
  if (sign !== null)
    throw wrong(
      `These messages have “${sign}” and no “role”, as another program writes them: a chat request needs a role for each.`,
    );
  if (messages.length > bodyLimits.messages)
    throw wrong(`“messages” has more than ${bodyLimits.messages.toLocaleString('en')} entries.`);
  const isName = typeof model === 'string' && model.trim() === model && model !== '' && model.length <= 300;
  if (model !== undefined && !isName)
    throw wrong('“model” must be the id of a model, at most 300 characters.');
  return { body, model: isName ? model : null, messages: messages.map(readMessage) };
}

/** @throws AppError `invalid_input` */
export function readMessage(message: unknown, at: number): JsonRecord {
  if (!isRecord(message)) throw wrong(`messages[${at}] must be an object with a role and content.`);
  const { content } = message;
  const texts = (Array.isArray(content) ? content : [content]).map((one) => (isRecord(one) ? one.text : one));
  if (texts.some((one) => typeof one === 'string' && one.length > limits.messageCharacters))
    throw wrong(
      `messages[${at}] has a text of more than ${limits.messageCharacters.toLocaleString('en')} characters.`,
    );
  return message;
}

/** @param field what to change where it is not the text */
export const wrong = (message: string, field = 'requestJson') =>
  new AppError({ code: 'invalid_input', field, message });
