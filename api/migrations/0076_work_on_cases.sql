-- Who works on a case, and what people write about it.
alter table reconciliation_cases add column assignee_id uuid;
create index reconciliation_cases_assignee_idx on reconciliation_cases (assignee_id) where state = 'open';

create table case_notes (
  id bigint generated always as identity primary key,
  case_id uuid not null references reconciliation_cases (id),
  written_by uuid not null,
  written_at timestamptz not null default now(),
  text text not null
);
create index case_notes_case_idx on case_notes (case_id, id);
create trigger case_notes_append_only before update or delete or truncate on case_notes
  for each statement execute function refuse_change();
alter table case_notes enable row level security;
alter table case_notes force row level security;
create policy case_notes_platform on case_notes
  using ((select app_is_platform())) with check ((select app_is_platform()));
grant select, insert on case_notes to sente_app;
