import { Palette } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useState } from 'react';
import type { MediaModality } from '../../../shared/modalities/modalities';
import type { PromptSummary } from '../../../shared/run/prompts';
import { styleTag } from '../../../shared/run/styles';
import { cutText } from '../../../shared/text/cut-text';
import { call } from '../../link/call';
import { announce, announceAnswer } from '../../state/announce';
import { openPromptDialog } from '../../state/ui/dialogs';
import { formOf, setForm, useOfForm } from '../../state/ui/forms';
import { classes } from '../../ui/classes';
import { mainLandmark } from '../../ui/main-landmark';
import { MenuTrigger } from '../../ui/menu-trigger';

const most = 100;
const itemClass =
  'flex min-h-8 items-center gap-3 rounded-control px-3 py-1 outline-none data-[disabled]:opacity-50 data-[highlighted]:bg-hover data-[state=checked]:text-accent';

/** Saved prompts with the tag `style`: the one that is chosen goes with every prompt of this form. */
export function StyleMenu({ modality }: { modality: MediaModality }) {
  const chosen = useOfForm(modality, ({ parameters }) => parameters.style);
  const [styles, setStyles] = useState<readonly PromptSummary[]>([]);
  const [container, setContainer] = useState<HTMLElement | null>(null);
  const [isOpen, setOpen] = useState(false);
  /** Opens once the styles are known: they would move what is below them from under a press. */
  const open = async () => {
    setContainer(mainLandmark());
    const answer = await call('prompts.page', { query: '', tag: styleTag, cursor: null, limit: most });
    if (answer.ok) setStyles(answer.value.prompts);
    else announceAnswer(answer);
    setOpen(true);
  };
  const isChosen = typeof chosen === 'string';
  return (
    <DropdownMenu.Root
      modal={false}
      open={isOpen}
      onOpenChange={(opens) => (opens ? void open() : setOpen(false))}
    >
      <MenuTrigger
        title={isChosen ? `Style: ${cutText(chosen, 300)}` : 'Style'}
        className={classes(
          'inline-flex h-7 min-w-7 flex-none items-center justify-center gap-1 rounded-control px-1 hover:bg-hover hover:text-text',
          isChosen ? 'text-accent' : 'text-muted',
        )}
      >
        <Palette className="icon" aria-hidden />
        <span className="sr-only">Style</span>
        {isChosen && <span className="max-w-28 truncate text-sm">{cutText(chosen, 40)}</span>}
      </MenuTrigger>
      <DropdownMenu.Portal container={container}>
        <DropdownMenu.Content
          tabIndex={0}
          align="start"
          sideOffset={6}
          className="floating max-h-[min(24rem,var(--radix-dropdown-menu-content-available-height))] w-80 max-w-[calc(100vw-2rem)] overflow-y-auto p-1"
        >
          <DropdownMenu.RadioGroup value={isChosen ? chosen : ''}>
            <DropdownMenu.RadioItem value="" className={itemClass} onSelect={() => choose(modality, null)}>
              No style
            </DropdownMenu.RadioItem>
            {styles.map((style) => (
              <StyleItem key={style.id} style={style} modality={modality} />
            ))}
          </DropdownMenu.RadioGroup>
          <DropdownMenu.Separator className="my-1 h-px bg-line" />
          <DropdownMenu.Item
            className={itemClass}
            onSelect={() => openPromptDialog({ kind: 'save', text: textOfNew(chosen), tags: styleTag })}
          >
            {isChosen ? 'Save style…' : 'New style…'}
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

function StyleItem({ style, modality }: { style: PromptSummary; modality: MediaModality }) {
  return (
    <DropdownMenu.RadioItem
      value={style.excerpt}
      className={itemClass}
      onSelect={() => void take(modality, style.id)}
    >
      <span className="min-w-0 flex-1">
        <span className="block truncate">{style.name}</span>
        <span className="block truncate text-muted text-sm">{style.excerpt}</span>
      </span>
    </DropdownMenu.RadioItem>
  );
}

const textOfNew = (chosen: unknown): string => (typeof chosen === 'string' ? chosen : '{prompt}, ');

async function take(modality: MediaModality, id: string): Promise<void> {
  const answer = await call('prompts.get', { id });
  announceAnswer(answer);
  if (!answer.ok) return;
  choose(modality, answer.value.text);
  announce(`Style: ${answer.value.name}`);
}

/** The field in the run settings holds it: it can be changed there. */
function choose(modality: MediaModality, style: string | null): void {
  const { style: _before, ...others } = formOf(modality).parameters;
  setForm(modality, { parameters: style === null ? others : { ...others, style }, error: undefined });
}
