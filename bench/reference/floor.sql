-- What the floor stores with each write beyond what the reference does: the product's guarantees in their simplest form.
-- Loaded after schema.sql.

CREATE TABLE events (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  account_id bigint NOT NULL,
  brand_id uuid NOT NULL,
  ticket_id uuid NOT NULL,
  kind text NOT NULL,
  sequence bigint NOT NULL,
  payload jsonb NOT NULL,
  transaction_id xid8 NOT NULL DEFAULT pg_current_xact_id(),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX events_feed ON events (account_id, transaction_id, id);
CREATE INDEX events_of_brand ON events (brand_id, id);
CREATE INDEX events_of_ticket ON events (ticket_id, id);

CREATE TABLE webhooks (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  account_id bigint NOT NULL,
  brand_id uuid NOT NULL,
  kinds text[] NOT NULL
);
CREATE INDEX webhooks_of_brand ON webhooks (account_id, brand_id);

CREATE TABLE deliveries (
  webhook_id uuid NOT NULL,
  event_id uuid NOT NULL,
  due_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (webhook_id, event_id)
);
CREATE INDEX deliveries_due ON deliveries (webhook_id, due_at, event_id);

CREATE TABLE audit_log (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  account_id bigint NOT NULL,
  brand_id uuid NOT NULL,
  ticket_id uuid NOT NULL,
  event text NOT NULL,
  cause jsonb NOT NULL,
  changes jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX audit_log_of_brand ON audit_log (account_id, brand_id, id DESC);
CREATE INDEX audit_log_of_ticket ON audit_log (ticket_id, id);

CREATE TABLE receipts (
  account_id bigint NOT NULL,
  key bytea NOT NULL,
  fingerprint bytea NOT NULL,
  status integer NOT NULL,
  answer text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, key)
);
CREATE INDEX receipts_by_age ON receipts (created_at);

ALTER TABLE tickets ADD COLUMN event_seq bigint NOT NULL DEFAULT 1, ADD COLUMN version integer NOT NULL DEFAULT 1;
-- Sort orders and filters for which the product has indexes beyond those of the reference.
CREATE INDEX tickets_by_change ON tickets (brand_id, updated_at DESC, id DESC);
CREATE INDEX tickets_by_priority ON tickets (brand_id, priority DESC, id DESC);
CREATE EXTENSION pg_trgm;
CREATE INDEX customers_by_text ON customers USING gin (lower(coalesce(name, '') || ' ' || email) gin_trgm_ops);
