/** A chat of SillyTavern: JSON lines, of which the first says who talks; a message may have several versions (“swipes”). */
import {
  type Fields,
  type ForeignChat,
  type ForeignMessage,
  fieldsOf,
  listOf,
  textOf,
  textOrNull,
  timeOf,
} from './foreign-chat';

export const isSillyTavern = (lines: readonly Fields[]): boolean =>
  lines.some(({ mes }) => typeof mes === 'string') &&
  lines.slice(0, 1).some((head) => 'character_name' in head || 'chat_metadata' in head || 'is_user' in head);

export function readSillyTavern(lines: readonly Fields[]): ForeignChat {
  const [head = {}] = lines;
  const messages: ForeignMessage[] = [];
  let parentId: string | null = null;
  for (const [at, line] of lines.entries()) {
    if (typeof line.mes !== 'string') continue;
    const versions = versionsOf(line);
    for (const [version, text] of versions.entries())
      messages.push({ ...readLine(line), text, id: `${at}-${version}`, parentId });
    parentId = `${at}-${Math.max(0, versions.indexOf(line.mes))}`;
  }
  return {
    title: textOf(head.character_name),
    createdAt: timeOf(head.create_date),
    systemPrompt: '',
    messages,
    leafId: parentId,
    leftOut: lines.filter(({ extra }) => 'image' in fieldsOf(extra) || 'file' in fieldsOf(extra)).length,
  };
}

/** The one that is shown is among them. */
function versionsOf(line: Fields): readonly string[] {
  const swipes = listOf(line.swipes).map(textOf);
  const shown = textOf(line.mes);
  return swipes.includes(shown) ? [...new Set(swipes)] : [shown, ...new Set(swipes)];
}

function readLine(line: Fields): Pick<ForeignMessage, 'role' | 'reasoning' | 'model' | 'createdAt'> {
  const { reasoning, model } = fieldsOf(line.extra);
  const role = line.is_system === true ? 'system' : line.is_user === true ? 'user' : 'assistant';
  return { role, reasoning: textOf(reasoning), model: textOrNull(model), createdAt: timeOf(line.send_date) };
}
