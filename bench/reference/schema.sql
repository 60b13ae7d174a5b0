-- The tables of the reference program, as a skilled engineer would design them by hand for the same job.
-- Requires PostgreSQL 18 (uuidv7).

CREATE TABLE accounts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL
);

CREATE TABLE api_keys (
  hash bytea PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES accounts,
  revoked_at timestamptz
);

-- Every create updates the counter: half of each page is left free, so that the new row version fits on the same page.
CREATE TABLE brands (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  account_id bigint NOT NULL REFERENCES accounts,
  name text NOT NULL,
  next_ticket_number bigint NOT NULL DEFAULT 1001
) WITH (fillfactor = 50);

CREATE TABLE customers (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  brand_id uuid NOT NULL REFERENCES brands,
  email text NOT NULL,
  name text,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (brand_id, email)
) WITH (fillfactor = 80);

CREATE TABLE tickets (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  account_id bigint NOT NULL REFERENCES accounts,
  brand_id uuid NOT NULL REFERENCES brands,
  number bigint NOT NULL,
  customer_id uuid NOT NULL REFERENCES customers,
  customer_email text NOT NULL,
  title text NOT NULL,
  body text,
  status text NOT NULL DEFAULT 'open',
  priority text NOT NULL DEFAULT 'normal',
  origin text NOT NULL DEFAULT 'api',
  custom_fields jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  words tsvector GENERATED ALWAYS AS (to_tsvector('simple', title || ' ' || coalesce(body, ''))) STORED,
  UNIQUE (brand_id, number)
);
CREATE INDEX tickets_of_account ON tickets (account_id, id DESC);
CREATE INDEX tickets_of_brand ON tickets (account_id, brand_id, id DESC);
CREATE INDEX tickets_by_status ON tickets (account_id, brand_id, status, id DESC);
CREATE INDEX tickets_of_customer ON tickets (customer_id, id DESC);
CREATE INDEX tickets_by_words ON tickets USING gin (words);

CREATE TABLE comments (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  ticket_id uuid NOT NULL REFERENCES tickets ON DELETE CASCADE,
  author text NOT NULL,
  body text NOT NULL,
  public boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX comments_of_ticket ON comments (ticket_id, id);

CREATE TABLE outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL,
  brand_id uuid NOT NULL,
  ticket_id uuid NOT NULL,
  kind text NOT NULL,
  payload jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  claimed_until timestamptz NOT NULL DEFAULT '-infinity'
);
CREATE INDEX outbox_due ON outbox (claimed_until, id);
