/** One call of a tool: its arguments as a tree, also while they come, and what is wrong with them. */
import { parse } from 'jsonc-parser';
import { useMemo } from 'react';
import { hasTextInput, type ToolCall } from '../../../../shared/chat/tool-calls';
import { problemOf, toolOf } from '../../../../shared/run/automatic-answers';
import type { ToolSettings } from '../../../../shared/run/tools';
import { cutText } from '../../../../shared/text/cut-text';
import { readExactly } from '../../../../shared/text/exact-json';
import { JsonTree } from '../../schema/json-tree';
import { useChecked } from '../../schema/use-checked';
import { duplicateName } from './duplicate-name';
import { JsonText, prettyJson } from './json-text';

interface CallCardProps {
  call: ToolCall;
  /** All calls of the reply. */
  among: readonly ToolCall[];
  /** Of the chat; it may have changed since the call was made. */
  tools: ToolSettings | undefined;
  isGrowing: boolean;
}

const problems = {
  'unknown tool': 'no tool of this name is defined',
  'bad JSON': 'its arguments are not valid JSON',
} as const;

const sameId =
  'Each result answers the next call with this id. Where the model refuses that, change an id with “Edit message…”.';

export function CallCard({ call, among, tools, isGrowing }: CallCardProps) {
  const { name } = call;
  const tool = toolOf(tools, name);
  const isAnyDefined = (tools?.tools.length ?? 0) > 0;
  const isBroken = problemOf({ tools: [{ name, parameters: {} }] }, call) === 'bad JSON';
  const unknown = isAnyDefined && tool === undefined ? problems['unknown tool'] : null;
  const problem = isGrowing ? null : (unknown ?? (isBroken ? problems['bad JSON'] : null));
  const value = treeIn(call, isGrowing || !isBroken);
  const isText = isGrowing || value === null;
  const twice = useMemo(() => (isText ? null : duplicateName(call.argumentsText)), [isText, call]);
  return (
    <>
      <bdi className="font-medium font-mono text-sm [overflow-wrap:anywhere]">{name}</bdi>
      {problem !== null && (
        <span data-beside className="ml-2 text-sm text-warn">
          {problem}
        </span>
      )}
      <SameId {...{ call, among, isGrowing }} />
      {twice !== null && (
        <span data-beside className="ml-2 text-sm text-warn">
          “{cutText(twice, 60)}” is given twice: the last one counts
        </span>
      )}
      {value === null ? (
        <JsonText text={textIn(call)} />
      ) : tool === undefined || isGrowing ? (
        <JsonTree name="arguments" value={value} failing={null} why="" />
      ) : (
        <CheckedArguments text={call.argumentsText} schema={tool.parameters} value={value} />
      )}
    </>
  );
}

/** Models that number their calls wrongly, or not at all, give two of them one id. */
function SameId({ call: { id }, among, isGrowing }: Omit<CallCardProps, 'tools'>) {
  if (isGrowing || among.filter((one) => one.id === id).length < 2) return null;
  return (
    <span data-beside className="ml-2 text-sm text-warn" title={sameId}>
      has the id of another call: “{cutText(id, 60)}”
    </span>
  );
}

const textIn = (call: ToolCall): string =>
  hasTextInput(call) ? call.argumentsText : prettyJson(call.argumentsText);

/** `null` where there is no tree to show, as of a custom tool's text. */
function treeIn(call: ToolCall, isReadable: boolean): object | null {
  if (hasTextInput(call) || !isReadable) return null;
  try {
    const value = readExactly(call.argumentsText, (text) => parse(text));
    return typeof value === 'object' ? value : null;
  } catch {
    // Nested deeper than it can be walked through.
    return null;
  }
}

interface CheckedArgumentsProps {
  text: string;
  schema: Readonly<Record<string, unknown>>;
  value: unknown;
}

/** With the place that does not follow the tool's schema. */
function CheckedArguments({ text, schema, value }: CheckedArgumentsProps) {
  const misfit = useChecked({ text, schema, isWhole: true })?.misfit ?? null;
  const failing = misfit?.pointer ?? null;
  return (
    <>
      {misfit !== null && (
        <span data-beside className="ml-2 text-sm text-warn">
          its arguments don’t follow the tool’s schema
        </span>
      )}
      <JsonTree key={failing} name="arguments" value={value} failing={failing} why={misfit?.why ?? ''} />
    </>
  );
}
