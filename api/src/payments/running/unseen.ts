/**
 * Of `open_payments o`: its transaction was not committed when this snapshot was taken. False without a
 * snapshot, and for rows of another database cluster that were restored into this one: their transactions
 * are later than all of this one.
 */
export const isUnseen = (snapshot: string): string =>
  `(not pg_visible_in_snapshot(o.queued_in, ${snapshot})
    and o.queued_in < pg_snapshot_xmax(pg_current_snapshot()))`;
