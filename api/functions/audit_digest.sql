-- What the chain proves of an entry. Independent of settings of the session.
create or replace function audit_digest(p_entry audit_log) returns bytea
  language sql stable as $$
  select sha256(convert_to(jsonb_build_array(
    p_entry.id, extract(epoch from p_entry.at), p_entry.company_id, p_entry.actor_id,
    p_entry.actor_email, p_entry.action, p_entry.subject_type, p_entry.subject_id, p_entry.result,
    p_entry.address, p_entry.request_id, p_entry.details
  )::text, 'UTF8'))
$$;
