import { useId } from 'react';
import { type TextEncoding, textEncodings } from '../../../shared/text/text-encodings';

interface EncodingChoiceProps {
  /** Of the file. */
  name: string;
  encoding: TextEncoding;
  onChange: (encoding: TextEncoding) => void;
}

/** Says how a file was read whose encoding could only be guessed, and lets a person choose another one. */
export function EncodingChoice({ name, encoding, onChange }: EncodingChoiceProps) {
  const id = useId();
  return (
    <p className="flex min-w-0 flex-none flex-wrap items-center gap-2 text-muted text-sm">
      <label htmlFor={id} className="min-w-0 truncate">
        Encoding of “{name}”, guessed
      </label>
      <select
        id={id}
        value={encoding}
        onChange={({ target }) => onChange(target.value as TextEncoding)}
        className="field compact"
      >
        {Object.keys(textEncodings).map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
    </p>
  );
}
