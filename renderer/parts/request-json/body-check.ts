/** What is wrong with a text that is to be a request, with the line and the path. */
import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import { replyChecker } from '../../../shared/run/check-reply';
import { jsonFault } from '../../../shared/text/json-faults';
import { findMistake } from '../../lib/json-place';
import { type BodyPart, bodySchemas } from './body-schema';

export interface BodyProblem {
  readonly line: number;
  /** Where it is no JSON. */
  readonly column?: number;
  /** Where in the JSON, such as `messages[2].role`; empty where it is no JSON. */
  readonly path: string;
  readonly why: string;
  /** It can't be applied; others may be what this gateway wants. */
  readonly isBlocking: boolean;
}

const checkers = { body: replyChecker(bodySchemas.body), message: replyChecker(bodySchemas.message) };

export function checkBody(text: string, part: BodyPart): BodyProblem | null {
  const fit = checkers[part](text);
  if (!fit.isJson) {
    const { line, column, message } = findMistake(text);
    return { line, column, path: '', why: message, isBlocking: true };
  }
  const fault = jsonFault(text);
  if (fault !== null)
    return { line: lineAt(text, fault.offset), path: '', why: fault.message, isBlocking: true };
  // The results of several tools are a list.
  if (fit.misfit === null || (part === 'message' && Array.isArray(fit.value))) return null;
  const { pointer, why } = fit.misfit;
  const path = stepsOf(pointer, fit.value);
  const isBlocking = path.length === 0 ? !why.includes('model') : path[0] === 'messages' && path.length < 3;
  return { line: lineOf(text, path), path: pathText(path), why, isBlocking };
}

/** A JSON Pointer as the steps to a value. */
function stepsOf(pointer: string, value: unknown): readonly (string | number)[] {
  let at = value;
  return pointer
    .split('/')
    .slice(1)
    .map((raw) => {
      const step = raw.replace(/~1/g, '/').replace(/~0/g, '~');
      const key = Array.isArray(at) ? Number(step) : step;
      at = (at as Readonly<Record<string | number, unknown>> | null | undefined)?.[key];
      return key;
    });
}

const pathText = (path: readonly (string | number)[]): string =>
  path.map((step, at) => (typeof step === 'number' ? `[${step}]` : at === 0 ? step : `.${step}`)).join('');

/** The line of the value, or of what should hold it. */
function lineOf(text: string, path: readonly (string | number)[]): number {
  const root = parseTree(text);
  for (let length = path.length; root !== undefined && length >= 0; length -= 1) {
    const node = findNodeAtLocation(root, path.slice(0, length));
    if (node !== undefined) return lineAt(text, node.offset);
  }
  return 1;
}

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;
