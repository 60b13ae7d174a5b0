import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runScript } from "../runScript.ts"

/** From the begin of a search: ten times what a search of ordinary texts takes in all, and a tenth of what a statement may take. */
const patience = "500 ms"

/** The functions that rank texts, as 0024_search_texts.ts has made them. */
const ranking = ["ticket_hits", "comment_hits", "tickets_by_index", "comments_by_index"]

/**
 * `ts_rank` looks at each pair of places of the words asked for, and the start of a word has all places of all words that begin so:
 * 100 ms for a text that somebody has made of them, and 500 texts are ranked. For so long it is asked; later matches are found as
 * others are, and stand behind those of their kind whose words are close.
 */
const script = `
create function rank_in_time(weights real[], words tsvector, wanted tsquery) returns real language sql volatile as $$
  select case when clock_timestamp() < statement_timestamp() + interval '${patience}' then ts_rank(weights, words, wanted) else 0 end
$$

do $$
declare
  made text;
begin
  for made in select pg_get_functiondef(oid) from pg_proc
    where pronamespace = current_schema()::regnamespace and proname in (${ranking.map((name) => `'${name}'`).join(", ")})
  loop
    execute replace(made, ' ts_rank(', ' rank_in_time(');
  end loop;
end $$
`

/** Older code calls the same functions. */
export const oldestCode = 38

export default Effect.flatMap(SqlClient.SqlClient, (sql) => runScript(sql, script))
