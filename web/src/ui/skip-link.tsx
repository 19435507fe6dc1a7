/** The first tab stop: skips the navigation. */
export function SkipLink() {
  return (
    <a
      href="#main"
      data-print="hide"
      className="fixed top-2 left-2 z-50 -translate-y-16 rounded-lg bg-accent px-4 py-2 font-medium text-on-accent focus:translate-y-0"
    >
      Skip to content
    </a>
  );
}
