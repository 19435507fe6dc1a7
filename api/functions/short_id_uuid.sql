-- The UUID of a short id, or of a UUID as text; null if it is neither. As fromShortId of the server.
create or replace function short_id_uuid(p_text text) returns uuid
  language sql immutable parallel safe
  return case
    when p_text ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then p_text::uuid
    when upper(p_text) ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$' then (
      select string_agg(to_hex(substr(b.bits, 4 * n - 1, 4)::bit(4)::integer), '' order by n)
      from (
        select string_agg(
          (strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(upper(p_text), i, 1)) - 1)::bit(5)::text, ''
          order by i
        ) as bits
        from generate_series(1, 26) i
      ) b, generate_series(1, 32) n
    )::uuid
  end;
