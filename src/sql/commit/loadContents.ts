import { idOf } from "../../domain/Ids.ts"
import type { Tenant } from "../../domain/Tenant.ts"
import { type AttachmentRow, attachmentOf, storedAttachmentColumns } from "../rows/attachmentRow.ts"
import { type CommentRow, commentColumns, commentOf } from "../rows/commentRow.ts"
import { isMessage, type MessageRow, messageColumns, messageOf } from "../rows/messageRow.ts"
import type { Known } from "./Known.ts"
import type { Load } from "./Load.ts"

export const attachments = (tenant: Tenant, ids: ReadonlyArray<string>, known: Known): Load => ({
  sql: `select ${storedAttachmentColumns.join(", ")} from attachments
    where tenant_id = $1 and id = any($2::uuid[]) and deleted_at is null order by id for no key update`,
  parameters: [tenant.id, ids],
  learn: (rows: ReadonlyArray<AttachmentRow>) => {
    for (const row of rows) known.attachments.set(idOf("attachment", row.id), attachmentOf(row))
  }
})

/** The files that came with inbound messages. Runs after their tickets, whose locks keep them as they are. */
export const arrivedFiles = (tenant: Tenant, ids: ReadonlyArray<string>, known: Known): Load => ({
  sql: `select i.id as inbound_id, ${storedAttachmentColumns.map((column) => `a.${column}`).join(", ")}
    from inbound_messages i cross join unnest(i.attachment_ids) f(id) join attachments a on a.tenant_id = $1 and a.id = f.id
    where i.tenant_id = $1 and i.id = any($2::uuid[]) and a.deleted_at is null order by a.id for no key update of a`,
  parameters: [tenant.id, ids],
  learn: (rows: ReadonlyArray<AttachmentRow & { readonly inbound_id: string }>) => {
    for (const row of rows) {
      const [file, inbound] = [attachmentOf(row), idOf("inbound", row.inbound_id)]
      known.attachments.set(file.id, file)
      known.arrivedFiles.set(inbound, [...(known.arrivedFiles.get(inbound) ?? []), file.id])
    }
  }
})

export const comments = (tenant: Tenant, ids: ReadonlyArray<string>, known: Known): Load => ({
  sql: `select ${commentColumns} from comments c where c.tenant_id = $1 and c.id = any($2::uuid[])`,
  parameters: [tenant.id, ids],
  learn: (rows: ReadonlyArray<CommentRow>) => {
    for (const row of rows) known.comments.set(idOf("comment", row.id), commentOf(row))
  }
})

/** Later replies whose `repliedFrom` refers to one of these comments, or that copy somebody whom one of them added. */
export const successors = (tenant: Tenant, ids: ReadonlyArray<string>, known: Known): Load => ({
  sql: `select ${commentColumns} from comments d join comments c on c.tenant_id = $1 and c.ticket_id = d.ticket_id and c.id > d.id
    where d.tenant_id = $1 and d.id = any($2::uuid[]) and d.replied_from is not null and c.deleted_at is null
      and ((c.replied_from ->> 'lastAgentReplyAt')::timestamptz = d.created_at
        or c.cc && array(select jsonb_array_elements_text(d.replied_from -> 'added')))`,
  parameters: [tenant.id, ids],
  learn: (rows: ReadonlyArray<CommentRow>) => {
    for (const row of rows) known.comments.set(idOf("comment", row.id), commentOf(row))
  }
})

/**
 * Runs after the tickets, whose locks keep their messages' state, except from a sender that starts on one: hence the row locks.
 */
export const messages = (tenant: Tenant, by: "id" | "comment_id", ids: ReadonlyArray<string>, known: Known): Load => ({
  sql: `select ${messageColumns} from outgoing_mail m
    where m.tenant_id = $1 and m.${by} = any($2::uuid[]) and ${isMessage} order by m.id for no key update`,
  parameters: [tenant.id, ids],
  learn: (rows: ReadonlyArray<MessageRow>) => {
    for (const row of rows) {
      const message = messageOf(row)
      known.messages.set(message.id, message)
    }
  }
})
