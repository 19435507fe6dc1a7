-- A levy is what its rate says, also where the fee does not cover it: the provider pays the rest.
alter table payments
  drop constraint payments_tax,
  add constraint payments_tax check (vat >= 0 and levy >= 0 and vat <= fee);
alter table settlements
  drop constraint settlements_tax,
  add constraint settlements_tax check (vat >= 0 and levy >= 0 and vat <= fee);
