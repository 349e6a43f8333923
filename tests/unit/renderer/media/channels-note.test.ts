/** What a sound of more than two channels becomes is said before it is saved. */
import { expect, test } from 'vitest';
import { channelsNote, joinedChannelsNote } from '../../../../renderer/media/edit/channels-note';

const flac = { kind: 'audio', contentType: 'audio/flac', channels: 6 } as const;
const opus = { kind: 'audio', contentType: 'audio/ogg', channels: 6 } as const;
const film = { kind: 'video', contentType: 'video/mp4', channels: 8 } as const;
const stereo = { kind: 'audio', contentType: 'audio/flac', channels: 2 } as const;

test.each([
  [flac, 'convert', 'ogg', 'Its 6 channels become stereo in Opus; WAV keeps them.'],
  [opus, 'trim', 'ogg', 'Its 6 channels become stereo in Opus; WAV keeps them.'],
  [opus, 'convert', 'ogg', 'Where its sound must be encoded again, 6 channels become stereo.'],
  [film, 'trim', 'mp4', 'Where its sound must be encoded again, 8 channels become stereo.'],
  [flac, 'trim', 'wav', ''],
  [stereo, 'convert', 'ogg', ''],
  [film, 'gif', 'mp4', ''],
  [film, 'still', 'webm', ''],
] as const)('%o, %s as %s: “%s”', (item, operation, format, note) => {
  expect(channelsNote(item, { operation, format })).toBe(note);
});

test('of videos that are joined, the one with the most channels counts; sounds keep theirs', () => {
  expect(joinedChannelsNote([flac, opus])).toBe('');
  expect(joinedChannelsNote([{ ...film, channels: 2 }, film])).toContain('8 channels become stereo');
});
