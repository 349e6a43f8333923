import { Paperclip } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import { insertLongTextAtOnce } from '../../../parts/composer/insert-long-text';
import { useFieldHistory } from '../../../parts/composer/use-field-history';
import { PromptTools } from '../../../parts/prompts/prompt-tools';
// What the field loads when files are dropped on it: from here on it is there.
import './add-files';
import { useDraft } from '../../../state/ui/drafts';
import { IconButton } from '../../../ui/button';
import { FileInput } from '../../../ui/file-input';
import { AttachImages } from './attach-images';
import { GuessedFiles } from './guessed-files';

interface ComposerToolsProps {
  chatKey: string;
  input: RefObject<HTMLTextAreaElement | null>;
  onFiles: (files: readonly File[]) => Promise<void>;
  onRefusal: (refusal: string | null) => void;
}

/** The menus of the message field; loaded after it. */
export function ComposerTools({ chatKey, input, onFiles, onRefusal }: ComposerToolsProps) {
  return (
    <>
      <FieldEdits chatKey={chatKey} input={input} />
      <AddTextFiles onFiles={onFiles} />
      <AttachImages chatKey={chatKey} onFiles={onFiles} onRefusal={onRefusal} />
      <PromptTools input={input} modality="chat" />
      <GuessedFiles chatKey={chatKey} />
    </>
  );
}

/** Edits of the field by code, with its undo history. A component of its own: the menus are not drawn again with each key. */
function FieldEdits({ chatKey, input }: Pick<ComposerToolsProps, 'chatKey' | 'input'>) {
  useFieldHistory(input, useDraft(chatKey).text);
  useEffect(() => (input.current === null ? undefined : insertLongTextAtOnce(input.current)), [input]);
  return null;
}

/** The way for those who do not drag. */
function AddTextFiles({ onFiles }: Pick<ComposerToolsProps, 'onFiles'>) {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton icon={Paperclip} label="Add text files" onClick={() => chooser.current?.click()} />
      <FileInput input={chooser} label="Text files" multiple onFiles={(files) => void onFiles(files)} />
    </>
  );
}
