-- The id that many steps after another one, or before it if negative: rows that belong together are
-- neighbours in lists that are ordered by id.
create or replace function uuid_beside(p_id uuid, p_steps integer) returns uuid
  language sql immutable parallel safe
  return (
    left(p_id::text, 24) || lpad(
      to_hex((('x' || right(p_id::text, 12))::bit(48)::bigint + p_steps) & 281474976710655), 12, '0'
    )
  )::uuid;
