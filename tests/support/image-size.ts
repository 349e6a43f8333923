/** Width and height of a PNG, from its own header: an independent look at what the app saved. */
export function readImageSize(bytes: Buffer): { width: number; height: number } {
  const isPng = bytes.subarray(1, 4).toString('latin1') === 'PNG';
  if (!isPng) throw new Error('not a PNG');
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}
