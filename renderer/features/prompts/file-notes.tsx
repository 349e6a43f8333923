import { X } from 'lucide-react';
import { focusSoon } from '../../lib/focus';
import { ErrorCard } from '../../ui/alert';
import { Button, IconButton } from '../../ui/button';
import { addPrompt, type KnownPrompt, type OpenedPrompts } from './open-prompts';

interface FileNotesProps {
  opened: OpenedPrompts;
  onChange: (opened: OpenedPrompts) => void;
  onShow: (id: string) => void;
  onClose: () => void;
}

/** What came of files that were opened, until it is closed or others are; it asks what to do with prompts that are known. */
export function FileNotes({ opened, onChange, onShow, onClose }: FileNotesProps) {
  const { error, notes, known } = opened;
  if (error === null && notes.length === 0 && known.length === 0) return null;
  const add = async (one: KnownPrompt, id: string) => {
    const answer = await addPrompt(id, one.file);
    const left = known.filter((other) => other !== one);
    onChange({ ...opened, known: left, error: answer.ok ? error : answer.error });
    if (answer.ok) onShow(id);
    focusSoon(left.length > 0 ? 'known-prompt' : 'prompt-name');
  };
  return (
    <section
      aria-label="Notes on the file"
      className="flex flex-none items-start gap-2 border-line border-b px-5 py-2"
    >
      <div className="max-h-40 min-w-0 flex-1 overflow-y-auto">
        {error !== null && <ErrorCard error={error} />}
        {notes.map((note) => (
          <p key={note} className="text-muted [overflow-wrap:anywhere]">
            {note}
          </p>
        ))}
        {known.map((one, at) => (
          <fieldset
            // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name and one text.
            key={`${one.name} ${at}`}
            aria-label={one.name}
            className="flex flex-wrap items-center gap-2 py-1"
          >
            <p className="min-w-48 flex-1 [overflow-wrap:anywhere]">
              “{one.name}” is in the library with another text. Add the file as its new version?
            </p>
            <Button
              tone="primary"
              data-focus={at === 0 ? 'known-prompt' : undefined}
              onClick={() => void add(one, one.id)}
            >
              Add version
            </Button>
            <Button onClick={() => void add(one, crypto.randomUUID())}>Add as another prompt</Button>
          </fieldset>
        ))}
      </div>
      <IconButton icon={X} label="Close notes" onClick={onClose} />
    </section>
  );
}
