/** A prompt with choices as an experiment: its last choice makes the columns, the combinations of the others the rows. */
import type { CommandInput } from '../../../shared/contract';
import type { PromptChoices } from '../../../shared/run/prompt-choices';
import { cutText } from '../../../shared/text/cut-text';
import type { requestOf } from '../../state/ui/forms';

type Plan = Extract<CommandInput<'experiments.forecast'>, { plan: unknown }>['plan'];
type Request = ReturnType<typeof requestOf>;

const labelCharacters = 80;

/** @param profileId who pays */
export function planOfChoices(read: PromptChoices, request: Request, profileId: string): Plan {
  const { inputs = [], prompt: written, ...asked } = request;
  const columns = read.choices.at(-1) ?? [];
  const plan = {
    title: cutText(written.replaceAll(/\s+/g, ' '), labelCharacters),
    variants: columns.map((option) => ({
      ...asked,
      profileId,
      label: option === '' ? 'Nothing' : cutText(option, labelCharacters),
      template: templateOf(read, option),
      promptVersion: null,
    })),
    cases: rowsOf(read).map((variables) => ({ variables, inputs })),
  };
  // The command takes lists that could be changed, and nothing here changes them.
  return plan as unknown as Plan;
}

const nameOf = (choice: number): string => `choice ${choice + 1}`;

/** The prompt with one option of its last choice, and a variable for each of the others. */
function templateOf({ texts, choices }: PromptChoices, option: string): string {
  const last = choices.length - 1;
  // An option may be empty, which stands for the default of its variable: nothing.
  const before = texts
    .slice(0, last)
    .map((text, at) => `${literal(splitBraces(text).text)}{{${nameOf(at)}=}}`);
  return [...before, literal(`${texts[last] ?? ''}${option}${texts[last + 1] ?? ''}`)].join('');
}

/** What would be read as the beginning of a variable. */
const literal = (text: string): string => text.replaceAll('{{', '\\{{');

/** Braces right before a choice would become part of its variable, so they are part of its values. */
function splitBraces(text: string): { readonly text: string; readonly braces: string } {
  const braces = /\{*$/.exec(text)?.[0] ?? '';
  return { text: text.slice(0, text.length - braces.length), braces };
}

function rowsOf({ texts, choices }: PromptChoices): readonly Readonly<Record<string, string>>[] {
  let rows: readonly Readonly<Record<string, string>>[] = [{}];
  for (const [at, options] of choices.slice(0, -1).entries()) {
    const { braces } = splitBraces(texts[at] ?? '');
    rows = rows.flatMap((row) =>
      options.map((option) => {
        const value = braces + option;
        return value === '' ? row : { ...row, [nameOf(at)]: value };
      }),
    );
  }
  return rows;
}
