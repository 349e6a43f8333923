import { Braces } from 'lucide-react';
import { IconButton } from '../../../ui/button';

interface TransformFieldsProps {
  /** Names the field: “Transform of assertion 2”. */
  name: string;
  transforms: readonly string[];
  onChange: (transforms: readonly string[]) => void;
}

/** JavaScript that changes the answer before this assertion judges it: a field for each, which run one after the other. */
export function TransformFields({ name, transforms, onChange }: TransformFieldsProps) {
  return transforms.map((code, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they have no name but their place
    <label key={at} className="flex basis-full items-start gap-2 text-muted">
      <span className="pt-2">Transform</span>
      <textarea
        aria-label={`Transform of ${name}${at === 0 ? '' : ` (${at + 1})`}`}
        className="field flex-1 font-mono"
        ref={focusNew}
        rows={Math.min(6, code.split('\n').length)}
        value={code}
        placeholder="JavaScript of output, such as output.trim() or JSON.parse(output).answer"
        onChange={({ target }) => onChange(transforms.with(at, target.value))}
      />
    </label>
  ));
}

/** An empty one was opened a moment ago, and the button that did is gone. */
function focusNew(field: HTMLTextAreaElement | null): void {
  if (field?.value === '') field.focus();
}

/** Opens the first field. */
export const TransformButton = ({ name, onChange }: Pick<TransformFieldsProps, 'name' | 'onChange'>) => (
  <IconButton icon={Braces} label={`Change the answer before ${name}`} onClick={() => onChange([''])} />
);
