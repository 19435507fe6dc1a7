/** In the place of a figure that is kept from this user. */
export function NoPermission() {
  return (
    <span className="text-sm font-normal tracking-normal text-muted">No permission to view</span>
  );
}
