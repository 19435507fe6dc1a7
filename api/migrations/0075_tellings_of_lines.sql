-- What a network tells of the same line in its other way: by call what a file told first, or in a file what a call told
-- first. The time and the fee may be others. One of each line: if its file is withdrawn, the call's own copy is left.
create table statement_tellings (
  line_id bigint primary key references statement_lines (id),
  network text not null,
  -- As it would be for this telling.
  line_key uuid not null,
  file_id uuid not null references statement_files (id),
  line_number integer not null,
  order_id text,
  phone text,
  at timestamptz not null,
  fee bigint,
  kind text not null,
  text text not null,
  unique (network, line_key)
);
create index statement_tellings_file_idx on statement_tellings (file_id);
alter table statement_tellings enable row level security;
alter table statement_tellings force row level security;
create policy statement_tellings_platform on statement_tellings
  using ((select app_is_platform())) with check ((select app_is_platform()));
-- Those of a file go with it when it is withdrawn.
grant select, insert, delete on statement_tellings to sente_app;

-- Of several balances of one minute, such as all of a bank's day, the one that goes furthest counts: how many lines of the
-- day its file has, and from which balance these begin. Null if a fee makes that uncertain.
alter table statement_balances add column lines integer not null default 0;
alter table statement_balances add column opening bigint;
select set_config('app.platform', 'on', true);
update statement_balances b set lines = l.count
from (
  select file_id, kampala_day(at) as day, count(*) as count from statement_lines
  where status = 'completed' and balance_after is not null group by 1, 2
) l
where l.file_id = b.file_id and l.day = b.day;
update reconciliation_balances set is_stale = true;

-- Which statements told what networks and bank had, as it was signed: these are not withdrawn.
create table day_proof_files (
  day date not null references day_proofs (day),
  file_id uuid not null references statement_files (id),
  primary key (file_id, day)
);
-- Of days that are signed already it is not known, so all that were there and could be are taken.
insert into day_proof_files (day, file_id)
select p.day, f.id from day_proofs p
join statement_files f on f.state = 'done' and f.finished_at <= p.made_at
  and kampala_day(f.first_at) <= p.day + 1 and kampala_day(f.last_at) >= p.day;
alter table day_proof_files enable row level security;
alter table day_proof_files force row level security;
create policy day_proof_files_platform on day_proof_files
  using ((select app_is_platform())) with check ((select app_is_platform()));
create trigger day_proof_files_append_only before update or delete or truncate on day_proof_files
  for each statement execute function refuse_change();
grant select, insert on day_proof_files to sente_app;
