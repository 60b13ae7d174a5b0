import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runScript } from "../runScript.ts"

/**
 * - What a brand's text messages may cost in all, and what it asks customers who have no address.
 * - `segments`: what carriers charge for a text message that was sent.
 * - `restarts`: how often a connection worked again after it had failed.
 */
const script = `
alter table brands
  add column sms_daily_limit int not null default 5000,
  add column sms_email_prompt text

comment on column brands.sms_email_prompt is 'sent once to new customers by text message who have no address; null: nobody is asked'

alter table sms_texts add column brand_id uuid

update sms_texts t set brand_id = k.brand_id from channel_connections k where k.id = t.connection_id

alter table sms_texts alter column brand_id set not null

create index sms_texts_brand on sms_texts (brand_id, at)

alter table outgoing_mail add column segments int

alter table channel_connections add column restarts int not null default 0
`

export default Effect.flatMap(SqlClient.SqlClient, (sql) => runScript(sql, script))
