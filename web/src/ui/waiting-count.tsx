/** How many wait behind an entry of the menu; nothing for none. */
export function WaitingCount({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    // In the corner of the icon while the sidebar is narrow.
    <span className="tabular ml-auto rounded-full bg-warning-soft px-1.5 text-xs font-semibold text-warning-text max-xl:md:absolute max-xl:md:-top-0.5 max-xl:md:-right-1 max-xl:md:px-1 max-xl:md:text-[0.625rem]/4">
      {count > 99 ? '99+' : count}
      <span className="sr-only"> waiting</span>
    </span>
  );
}
