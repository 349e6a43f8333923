/** The library of tools: a tool of the same name and form is replaced, and what was saved last is kept. */
import { ask, describe } from './call';
import type { Act } from './step';

const parameters = { type: 'object', properties: { place: { type: 'string' } } };

const save: Act = async (run, random, id) => {
  const name = random.pick(['lookup', 'measure', 'count_boats']);
  const description = `What ${name} of ${id} does.`;
  // Until it has answered, either may be the one that is kept.
  run.memory.savedTools.delete(name);
  const answer = await ask(run, 'tools.save', {
    tool: { name, description, parameters, answer: 'Two boats.' },
  });
  if (answer.is === 'ok') run.memory.savedTools.set(name, description);
  return `saves the tool ${name}: ${describe(answer)}`;
};

const remove: Act = async (run, random) => {
  const tools = await ask(run, 'tools.list', {});
  if (tools.is !== 'ok' || tools.value.length === 0) return 'has no saved tool to delete';
  const { server, name, schemaHash } = random.pick(tools.value);
  const known = run.memory.savedTools.get(name);
  run.memory.savedTools.delete(name);
  const key = { server, name, schemaHash };
  const answer = await ask(run, 'tools.remove', key);
  if (answer.is !== 'ok' || random.chance(0.5)) return `deletes the tool ${name}: ${describe(answer)}`;
  const back = await ask(run, 'tools.restore', key);
  if (back.is === 'ok' && known !== undefined) run.memory.savedTools.set(name, known);
  return `deletes the tool ${name} and takes it back: ${describe(back)}`;
};

export const savedToolSteps = { 'save-tool': save, 'remove-tool': remove } satisfies Record<string, Act>;
