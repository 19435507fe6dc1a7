-- The networks are asked again about payments that failed after they were sent.
select set_config('app.platform', 'on', true);

create table late_questions (
  payment_id uuid primary key,
  company_id uuid not null,
  network text not null,
  failed_at timestamptz not null,
  -- When the network is asked next. Whoever asks moves it on first, so that nobody else asks.
  next_at timestamptz not null,
  -- The network said last that it still has the payment, which stands in its trace.
  is_pending boolean not null default false
) with (fillfactor = 70);
create index late_questions_due_idx on late_questions (network, company_id, next_at);

alter table late_questions enable row level security;
alter table late_questions force row level security;
create policy late_questions_platform on late_questions
  using ((select app_is_platform())) with check ((select app_is_platform()));
grant select, insert, update, delete on late_questions to sente_app;

-- Hours whose failed payments have no questions yet, because they ended under a version before. The job takes
-- them up one by one; to read a month of payments here would make the upgrade long.
create table late_question_hours (
  hour timestamptz primary key
);
grant select, update, delete on late_question_hours to sente_app;
insert into late_question_hours (hour)
select generate_series(date_trunc('hour', now()) - interval '30 days', date_trunc('hour', now()), '1 hour')
where exists (select from payments);
