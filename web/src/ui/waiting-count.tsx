/** How many wait behind an entry of the menu; nothing for none. */
export function WaitingCount({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    // The narrow sidebar has no room for it.
    <span className="tabular ml-auto rounded-full bg-warning-soft px-1.5 text-xs font-semibold text-warning-text max-lg:md:sr-only">
      {count > 99 ? '99+' : count}
      <span className="sr-only"> waiting</span>
    </span>
  );
}
