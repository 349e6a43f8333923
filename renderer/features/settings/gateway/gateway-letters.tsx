/** A gateway's initials in the place of a logo. */
export function GatewayLetters({ name }: { name: string }) {
  const capitals = name.match(/\p{Lu}/gu) ?? [];
  const letters = capitals.length > 1 ? capitals.slice(0, 2).join('') : name.slice(0, 2);
  return (
    <span
      aria-hidden
      className="flex size-6 flex-none items-center justify-center rounded-control bg-hover font-semibold text-[11px] text-text"
    >
      {letters}
    </span>
  );
}
