-- Adds a job with a key, or changes the one that waits under that key. Returns its id.
--
-- The queue first releases the key of a job that runs and then adds the new one, in two statements. A worker
-- that takes the waiting job in between leaves add_job with neither: it returns nothing, and what was new would
-- never be done. Once more, it sees that the job runs.
create or replace function jobs_add(
  p_task text,
  p_key text,
  p_payload json default null,
  p_run_at timestamptz default null,
  p_max_attempts integer default null,
  p_flags text[] default null,
  p_key_mode text default 'replace',
  p_queue text default null
) returns bigint
  language plpgsql
  set search_path = public, pg_temp
as $$
declare
  v_job bigint;
begin
  loop
    v_job := (graphile_worker.add_job(
      p_task,
      p_payload,
      queue_name := p_queue,
      run_at := p_run_at,
      max_attempts := p_max_attempts,
      job_key := p_key,
      flags := p_flags,
      job_key_mode := p_key_mode
    )).id;
    exit when v_job is not null;
  end loop;
  return v_job;
end
$$;
revoke execute on function jobs_add from public;
