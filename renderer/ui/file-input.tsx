import type { RefObject } from 'react';

interface FileInputProps {
  /** A button opens the system's dialog with `input.current?.click()`. */
  input: RefObject<HTMLInputElement | null>;
  label: string;
  accept?: string;
  multiple?: boolean;
  /** At least one. */
  onFiles: (files: readonly [File, ...File[]]) => void;
}

/** The hidden field behind a button that chooses files. The same file can be chosen again after it changed. */
export function FileInput({ input, label, onFiles, ...rest }: FileInputProps) {
  return (
    <input
      {...rest}
      ref={input}
      type="file"
      hidden
      aria-label={label}
      onChange={({ target }) => {
        const [first, ...others] = target.files ?? [];
        if (first !== undefined) onFiles([first, ...others]);
        target.value = '';
      }}
    />
  );
}
