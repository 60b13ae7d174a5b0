import { uuidOf } from "../../domain/Ids.ts"
import type { Batch } from "./Batch.ts"
import { chosen, type Writer } from "./Writer.ts"
import { wordsLiteral } from "./wordsLiteral.ts"

/** The texts by which new tickets and comments are found. Triggers keep them from there on (0024_search_texts.ts). */
export const writeTexts = (writer: Writer, batch: Batch) => {
  const tenant_id = writer.tenant.id
  const tickets = chosen(batch.createdTickets, batch.tickets).map((ticket) => {
    const brand_id = uuidOf(ticket.brandId)
    const { body, customerEmail, customerName, number, title } = ticket
    return {
      tenant_id,
      brand_id,
      id: uuidOf(ticket.id),
      shown: !ticket.isSpam && ticket.deletedAt === undefined,
      words: wordsLiteral(brand_id, { title, rest: [number, customerEmail, customerName, body] })
    }
  })
  if (tickets.length > 0)
    writer.add(`ticket_texts_new as (insert into ticket_texts (tenant_id, brand_id, id, shown, words)
      select tenant_id, brand_id, id, shown, lower(words)::tsvector
      from json_to_recordset(${writer.rows(tickets)}) as r(tenant_id uuid, brand_id uuid, id uuid, shown boolean, words text))`)
  const comments = chosen(batch.createdComments, batch.comments).map((comment) => {
    const brand_id = uuidOf(comment.brandId)
    return {
      tenant_id,
      brand_id,
      id: uuidOf(comment.id),
      ticket_id: uuidOf(comment.ticketId),
      shown: comment.deletedAt === undefined,
      words: wordsLiteral(brand_id, { rest: [comment.body] })
    }
  })
  if (comments.length > 0)
    writer.add(`comment_texts_new as (insert into comment_texts (tenant_id, brand_id, id, ticket_id, shown, words)
      select tenant_id, brand_id, id, ticket_id, shown, lower(words)::tsvector
      from json_to_recordset(${writer.rows(comments)}) as r(tenant_id uuid, brand_id uuid, id uuid, ticket_id uuid, shown boolean, words text))`)
}
