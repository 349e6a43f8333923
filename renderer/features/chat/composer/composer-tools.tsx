import type { RefObject } from 'react';
import { PromptTools } from '../../../parts/prompts/prompt-tools';
// What the field loads when files are dropped on it: from here on it is there.
import './add-files';
import { AttachImages } from './attach-images';
import { GuessedFiles } from './guessed-files';

interface ComposerToolsProps {
  chatKey: string;
  input: RefObject<HTMLTextAreaElement | null>;
  onFiles: (files: readonly File[]) => Promise<void>;
  onRefusal: (refusal: string) => void;
}

/** The menus of the message field; loaded after it. */
export function ComposerTools({ chatKey, input, onFiles, onRefusal }: ComposerToolsProps) {
  return (
    <>
      <AttachImages chatKey={chatKey} onFiles={onFiles} onRefusal={onRefusal} />
      <PromptTools input={input} modality="chat" />
      <GuessedFiles chatKey={chatKey} />
    </>
  );
}
