-- Adds entries to the chain, oldest first, and returns how many; 0 while another server does it.
create or replace function audit_chain_extend(p_limit integer) returns integer
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  v_platform text := app_enter_platform();
  v_position bigint;
  v_hash bytea;
  v_count integer := 0;
  v_entry audit_log;
  v_chain uuid;
  v_digest bytea;
begin
  if pg_try_advisory_xact_lock(7368307) then
    select c.position, c.hash into v_position, v_hash
    from audit_chain c order by c.position desc limit 1;
    for v_entry in
      select a.* from audit_unchained u join audit_log a on a.id = u.audit_id
      order by u.audit_id limit p_limit
    loop
      v_count := v_count + 1;
      v_position := coalesce(v_position, 0) + 1;
      v_digest := audit_digest(v_entry);
      v_hash := sha256(coalesce(v_hash, '') || v_digest);
      v_chain := coalesce(v_entry.company_id, '00000000-0000-0000-0000-000000000000');
      insert into audit_chain (position, audit_id, chain, number, company_hash, hash)
      select v_position, v_entry.id, v_chain, coalesce(l.number, 0) + 1,
        sha256(coalesce(l.company_hash, '') || v_digest), v_hash
      from (select) one
      left join lateral (
        select c.number, c.company_hash from audit_chain c
        where c.chain = v_chain order by c.number desc limit 1
      ) l on true;
      delete from audit_unchained u where u.audit_id = v_entry.id;
    end loop;
  end if;
  perform set_config('app.platform', v_platform, true);
  return v_count;
end
$$;
revoke execute on function audit_chain_extend from public;
grant execute on function audit_chain_extend to sente_app;
