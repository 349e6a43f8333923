/** A gateway's initials in the place of a logo. */
export function GatewayLetters({ name }: { name: string }) {
  const [first = '', second = ''] = name.replace(/[^\p{L}\p{N} ]/gu, ' ').split(/\s+/);
  const letters = second === '' ? first.slice(0, 2) : first.slice(0, 1) + second.slice(0, 1);
  return (
    <span
      aria-hidden
      className="flex size-6 flex-none items-center justify-center rounded-control bg-hover font-semibold text-[11px] text-text"
    >
      {letters}
    </span>
  );
}
