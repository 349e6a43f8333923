interface PressedKey {
  readonly key: string;
  readonly nativeEvent: { readonly repeat: boolean };
  preventDefault(): void;
}

/** For a button that costs credits: a key that is held down presses it again and again, and only its first press is meant. */
export function ignoreHeldKey(event: PressedKey): void {
  if (event.key === 'Enter' && event.nativeEvent.repeat) event.preventDefault();
}
