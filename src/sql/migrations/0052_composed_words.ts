import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runScript } from "../runScript.ts"

/**
 * `brand_query` asks for a word in both of its forms, composed and decomposed (Unicode, UAX 15): macOS hands out names of files
 * decomposed, and whoever pastes one looks for what others have typed, or the other way round. Words stay as they were
 * written. Those of ASCII have one form, and so have those of most others.
 */
const script = `
create or replace function brand_query(brand uuid, words text[], mark text default ':*') returns tsquery language sql immutable parallel safe as $$
  select to_tsquery('simple', string_agg(
      case when octet_length(word) = char_length(word) or normalize(word, nfc) = normalize(word, nfd)
        then quote_literal(brand_code(brand) || word) || mark
        else '(' || quote_literal(brand_code(brand) || normalize(word, nfc)) || mark || ' | '
          || quote_literal(brand_code(brand) || normalize(word, nfd)) || mark || ')' end, ' & '))
    from unnest(words) word
$$
`

/** Older code asks in the same way, and finds more by it. */
export const oldestCode = 38

export default Effect.flatMap(SqlClient.SqlClient, (sql) => runScript(sql, script))
