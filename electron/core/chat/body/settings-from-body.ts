/** The fields of a body beside its messages, as settings of a chat from which the same fields are sent. */
import { formFieldOf } from '../../../../shared/extra/form-fields';
import {
  type ChatSetting,
  type ChatSettingId,
  chatSettings,
  type RunSettings,
} from '../../../../shared/run/chat-settings';
import { runSettingsSchema } from '../../../../shared/run/settings-schema';
import { type ToolSettings, toolChoices } from '../../../../shared/run/tools';
import { leftOut } from '../../../../shared/run/written-fields';
import { wrongValueText } from '../../../../shared/text/wrong-value';
import { isRecord, type JsonRecord, wrong } from './read-body';

/** The finished body of a request with these settings and no messages. */
export type Build = (settings: RunSettings) => JsonRecord;

const settingIds = Object.keys(chatSettings) as ChatSettingId[];
const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const differing = (built: JsonRecord, fields: JsonRecord): readonly string[] =>
  [...new Set([...Object.keys(built), ...Object.keys(fields)])].filter(
    (name) => Object.hasOwn(built, name) !== Object.hasOwn(fields, name) || !same(built[name], fields[name]),
  );

/**
 * Settings that send these fields, found by what they send: a field whose value is sent already keeps its setting. What
 * neither the form nor extra parameters take is kept as it was written.
 *
 * @param base what the chat had; `{}` for a new one
 * @param fields the body with no messages
 * @throws AppError `invalid_input` where they are more than a chat keeps
 */
export function settingsFrom(base: RunSettings, fields: JsonRecord, build: Build): RunSettings {
  let settings = withoutAll(base, differing(build(base), fields), build);
  const left = differing(build(settings), fields);
  const read = lifted(pick(fields, left), left);
  settings = { ...settings, ...read, extra: { ...settings.extra, ...read.extra } };
  for (let round = 0; round < 3; round += 1) {
    const names = differing(build(settings), fields);
    if (names.length === 0) return checked(ordered(settings, fields, build));
    settings = exactly(withoutAll(settings, names, build), names, fields);
  }
  const { systemPrompt, systemCache, held } = base;
  const all = exactly({ systemPrompt, systemCache, held, stream: false }, Object.keys(fields), fields);
  const surplus = differing(build(all), fields);
  return checked(ordered(exactly(all, surplus, fields), fields, build));
}

const pick = (fields: JsonRecord, names: readonly string[]): JsonRecord =>
  Object.fromEntries(names.filter((name) => Object.hasOwn(fields, name)).map((name) => [name, fields[name]]));

/** Settings without those that have a share in these fields. */
function withoutAll(settings: RunSettings, names: readonly string[], build: Build): RunSettings {
  let left = settings;
  for (const name of names) {
    const set = settingIds.filter((id) => left[id] !== undefined && chatSettings[id].wire !== null);
    const before = set.length === 0 ? {} : build(left);
    const ids = set.filter((id) => !same(build({ ...left, [id]: undefined })[name], before[name]));
    const extra = omit(left.extra, name);
    const { fields, without, order } = left.written ?? {};
    left = {
      ...omitAll(left, ids),
      extra,
      written: {
        fields: omit(fields, name),
        without: without?.filter((one) => one !== name),
        order,
      },
    };
  }
  return left;
}

const omitAll = (settings: RunSettings, ids: readonly string[]): RunSettings =>
  Object.fromEntries(Object.entries(settings).filter(([id]) => !ids.includes(id)));

const omit = (values: JsonRecord | undefined, name: string): JsonRecord | undefined =>
  values && Object.fromEntries(Object.entries(values).filter(([one]) => one !== name));

/** What the form takes of these fields, and what extra parameters do. */
function lifted(fields: JsonRecord, changed: readonly string[]): RunSettings {
  const own: Record<string, unknown> = {};
  const taken = new Set<string>();
  for (const [id, setting] of Object.entries<ChatSetting>(chatSettings)) {
    const wire = wiresOf(id, setting).find((name) => Object.hasOwn(fields, name));
    if (wire === undefined) continue;
    const read = runSettingsSchema.safeParse({ [id]: readValue(id, setting, fields, wire) });
    const value = read.success ? read.data[id as ChatSettingId] : undefined;
    if (value === undefined) continue;
    own[id] = value;
    for (const name of id === 'tools' ? toolNames : [wire]) taken.add(name);
  }
  // A body without it is not streamed.
  if (changed.includes('stream') && own.stream === undefined) own.stream = false;
  const free = Object.entries(fields).filter(
    ([name]) => !taken.has(name) && formFieldOf('chat', name) === undefined,
  );
  return free.length === 0 ? own : { ...own, extra: Object.fromEntries(free) };
}

const toolNames: readonly string[] = ['tools', 'tool_choice', 'parallel_tool_calls'];

/** The names under which a setting is sent. */
const wiresOf = (id: string, { wire }: ChatSetting): readonly string[] =>
  wire === null ? [] : id === 'maxTokens' ? [wire, 'max_completion_tokens'] : [wire];

/** The value as the form holds it, where it holds such a one. */
function readValue(id: string, setting: ChatSetting, fields: JsonRecord, wire: string): unknown {
  const value = fields[wire];
  if (setting.kind === 'choice') return setting.options.find((option) => setting.toWire(option) === value);
  if (id === 'responseFormat') return formatOf(value);
  return id === 'tools' ? toolsOf(fields) : (value ?? undefined);
}

function formatOf(value: unknown): unknown {
  const { type, json_schema: schema, ...rest } = isRecord(value) ? value : {};
  if (Object.keys(rest).length > 0) return undefined;
  return type === 'json_schema' ? schema : schema === undefined ? type : undefined;
}

function toolsOf({ tools, tool_choice: choice, parallel_tool_calls: parallel }: JsonRecord): unknown {
  const named = isRecord(choice) ? readChoice(choice) : choice;
  const isKnown =
    named === undefined || typeof named === 'object' || toolChoices.some((one) => one === named);
  if (!Array.isArray(tools) || tools.length === 0 || !isKnown) return undefined;
  return {
    tools: tools.map((tool: unknown) => (isRecord(tool) ? tool.function : null)) as ToolSettings['tools'],
    ...(named !== undefined && { choice: named }),
    ...(parallel !== undefined && { parallel }),
  };
}

function readChoice(choice: JsonRecord): unknown {
  if (isRecord(choice.function)) return { name: choice.function.name };
  const { mode, tools } = isRecord(choice.allowed_tools) ? choice.allowed_tools : {};
  if (!Array.isArray(tools)) return choice;
  const nameOf = (tool: unknown) => (isRecord(tool) && isRecord(tool.function) ? tool.function.name : null);
  return { allowed: tools.map(nameOf), mode };
}

/** These fields as they were written. */
function exactly(settings: RunSettings, names: readonly string[], fields: JsonRecord): RunSettings {
  const { written = {} } = settings;
  const missing = leftOut.filter((name) => names.includes(name) && !Object.hasOwn(fields, name));
  return {
    ...settings,
    // Its absence says that the reply is whole, and only then it is left out.
    ...(missing.includes('stream') && { stream: false }),
    written: {
      ...written,
      fields: { ...written.fields, ...pick(fields, names) },
      without: [...new Set([...(written.without ?? []), ...missing])],
    },
  };
}

/** With the order of the body, where it is another than that of the app; without what is empty. */
function ordered(settings: RunSettings, fields: JsonRecord, build: Build): RunSettings {
  const { written = {}, extra, ...own } = settings;
  const { fields: exact = {}, without = [] } = written;
  const parts = {
    ...(Object.keys(exact).length > 0 && { fields: exact }),
    ...(without.length > 0 && { without }),
  };
  const kept = Object.entries(own).filter(([, value]) => value !== undefined);
  const plain: RunSettings = {
    ...Object.fromEntries(kept),
    ...(extra !== undefined && Object.keys(extra).length > 0 && { extra }),
    ...(Object.keys(parts).length > 0 && { written: parts }),
  };
  const wanted = Object.keys(fields);
  const order = Object.keys(build(plain));
  return same(order, wanted) ? plain : { ...plain, written: { ...parts, order: wanted } };
}

/** @throws AppError where a bound of the settings is exceeded */
function checked(settings: RunSettings): RunSettings {
  const read = runSettingsSchema.safeParse(settings);
  if (read.success) return settings;
  const name = String(read.error.issues[0]?.path.at(-1) ?? 'body');
  throw wrong(`The fields beside “messages” can’t be kept: ${name} ${wrongValueText(read.error.issues[0])}.`);
}
