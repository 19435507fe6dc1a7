-- The used codes of a product by when they were used, so that a page of them is found without reading them all. Their
-- numbers do not tell: a code may be reserved long before another one and sold long after it.
create index product_codes_used_idx on product_codes (company_id, product_id, used_at, number)
  where state = 'used';
