/** Text in an encoding that is named with it. */
import { decodeAs, decodeText } from '../../../shared/text/decode-text';

/** An unknown name leaves it to what the bytes look like. */
export function decodeLabelled(bytes: Uint8Array, label: string): string {
  const decoder = decoderOf(label);
  if (decoder === null) return decodeText(bytes)?.text ?? new TextDecoder().decode(bytes);
  return decoder.encoding === 'windows-1252' ? decodeAs(bytes, 'Windows-1252') : decoder.decode(bytes);
}

function decoderOf(label: string): TextDecoder | null {
  try {
    return new TextDecoder(label);
  } catch {
    return null;
  }
}
