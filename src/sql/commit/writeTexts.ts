import { uuidOf } from "../../domain/Ids.ts"
import type { Batch } from "./Batch.ts"
import { chosen, type Writer } from "./Writer.ts"
import { wordsLiteral } from "./wordsLiteral.ts"

/**
 * Writes the texts by which new tickets and comments are found. From then on, triggers maintain them (0024_search_texts.ts).
 */
export const writeTexts = (writer: Writer, batch: Batch) => {
  const tenant = writer.tenant.id
  const tickets = chosen(batch.createdTickets, batch.tickets)
  if (tickets.length > 0) {
    const words = tickets.map(({ body, brandId, customerEmail, customerName, number, title }) =>
      wordsLiteral(uuidOf(brandId), { title, rest: [number, customerEmail, customerName, body] })
    )
    const shown = tickets.map(({ deletedAt, isSpam }) => !isSpam && deletedAt === undefined)
    writer.addWhere(
      "ticket_texts_new",
      `insert into ticket_texts (tenant_id, brand_id, id, shown, words)
      select ${writer.bind(tenant)}::uuid, brand_id, id, shown, lower(words)::tsvector
      from unnest(${uuids(writer, tickets, "brandId")}, ${uuids(writer, tickets, "id")}, ${writer.bind(shown)}::boolean[], ${writer.bind(words)}::text[])
        as r(brand_id, id, shown, words)`
    )
  }
  const comments = chosen(batch.createdComments, batch.comments)
  if (comments.length > 0) {
    const words = comments.map(({ body, brandId }) => wordsLiteral(uuidOf(brandId), { rest: [body] }))
    const shown = comments.map(({ deletedAt }) => deletedAt === undefined)
    writer.addWhere(
      "comment_texts_new",
      `insert into comment_texts (tenant_id, brand_id, id, ticket_id, shown, words)
      select ${writer.bind(tenant)}::uuid, brand_id, id, ticket_id, shown, lower(words)::tsvector
      from unnest(${uuids(writer, comments, "brandId")}, ${uuids(writer, comments, "id")}, ${uuids(writer, comments, "ticketId")},
        ${writer.bind(shown)}::boolean[], ${writer.bind(words)}::text[]) as r(brand_id, id, ticket_id, shown, words)`
    )
  }
}

const uuids = <K extends string>(
  writer: Writer,
  records: ReadonlyArray<{ readonly [key in K]: Parameters<typeof uuidOf>[0] }>,
  key: K
) => `${writer.bind(records.map((record) => uuidOf(record[key])))}::uuid[]`
