import type { RunSettings } from '../../../shared/run/chat-settings';
import { setExtraText, useUiState } from '../../state/ui/ui-state';
import { Button } from '../../ui/button';
import { listedField } from './listed-fields';

interface OtherFieldsProps {
  chatKey: string;
  /** As the model lists them. */
  names: readonly string[];
  extra: RunSettings['extra'];
  onChange: (extra: RunSettings['extra']) => void;
}

/** What the model lists and the form has no field for: each is put into the extra parameters by one press. */
export function OtherFields({ chatKey, names, extra = {}, onChange }: OtherFieldsProps) {
  const isTyping = useUiState(({ extraTexts }) => extraTexts[chatKey] !== undefined);
  if (names.length === 0) return null;
  const add = (name: string) => {
    const example = listedField(name)?.example;
    if (example === undefined) setExtraText(chatKey, withoutValue(extra, name));
    else onChange({ ...extra, [name]: example } as RunSettings['extra']);
  };
  return (
    <section aria-label="Listed by this model" className="text-sm">
      <h3 className="text-muted">
        This model also lists {names.length === 1 ? 'this field' : 'these fields'}
      </h3>
      <ul className="mt-1 flex flex-col gap-1">
        {names.map((name) => (
          <li key={name} className="flex items-start gap-2">
            <p className="min-w-0 flex-1 [overflow-wrap:anywhere]">
              <code className="font-mono">{name}</code>{' '}
              <span className="text-muted">{listedField(name)?.help}</span>
            </p>
            <Button
              tone="quiet"
              className="flex-none"
              aria-label={`Add ${name}`}
              aria-disabled={isTyping || Object.hasOwn(extra, name)}
              title={isTyping ? 'Complete the extra parameters first' : undefined}
              onClick={() => !isTyping && !Object.hasOwn(extra, name) && add(name)}
            >
              {Object.hasOwn(extra, name) ? 'Added' : 'Add'}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Its value is the person's to type: until then nothing is sent. */
function withoutValue(extra: NonNullable<RunSettings['extra']>, name: string): string {
  const lines = Object.entries(extra).map(
    ([field, value]) => `  ${JSON.stringify(field)}: ${JSON.stringify(value)}`,
  );
  return `{\n${[...lines, `  ${JSON.stringify(name)}: `].join(',\n')}\n}`;
}
