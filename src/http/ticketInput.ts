import { DateTime, Option, Result } from "effect"
import { instantOf } from "../api/instantOf.ts"
import type { LinkInput, TagNamed, TicketCreate, TicketUpdate } from "../api/TicketPayloads.ts"
import { addressOf } from "../domain/emailAddress.ts"
import { parseId } from "../domain/Ids.ts"
import type { Principal } from "../domain/Principal.ts"
import type { InvalidInput } from "../domain/Problems.ts"
import type { Link, Origin, Source } from "../domain/Ticket.ts"
import type { TicketChange } from "../tickets/changeTicket.ts"
import type * as Opening from "../tickets/openTicket.ts"
import type { TagInput } from "../tickets/settings/resolveTags.ts"
import { InputErrors } from "./InputErrors.ts"
import { watcherOf } from "./watcherInput.ts"

/** The fine channel that a coarse one stands for. */
const sourceOf: Record<Origin, Source> = { api: "api", email: "email", chat: "slack", sms: "sms", custom: "custom" }

/** What `POST …/tickets` says, in the words of the ticket service. A member opens tickets in their own name. */
export const ticketCreateOf = (
  payload: typeof TicketCreate.Type,
  { name, signedIn }: Pick<Principal, "name" | "signedIn">
): Result.Result<Opening.TicketCreate, InvalidInput> => {
  const errors = new InputErrors()
  const { customerPhone: phone } = payload
  if (payload.customerEmail === undefined && payload.customerId === undefined && phone === undefined) {
    errors.refuse("customerEmail", "required", "is required: the customer whom the ticket belongs to")
  }
  if (phone === undefined && payload.numberId !== undefined) {
    errors.refuse("numberId", "not_allowed", "must not be sent without customerPhone")
  }
  return errors.result({
    title: payload.title.trim(),
    body: payload.body ?? undefined,
    customer: {
      email: payload.customerEmail === undefined ? undefined : addressOf(payload.customerEmail),
      id: payload.customerId === undefined ? undefined : errors.id("customerId", "customer", payload.customerId),
      name: lineOf(payload.customerName)
    },
    texting:
      phone === undefined
        ? undefined
        : {
            phone,
            numberId: payload.numberId === undefined ? undefined : errors.id("numberId", "number", payload.numberId),
            hasConsented: payload.smsConsent === true
          },
    customFields: payload.customFields !== undefined ? payload.customFields : payload.custom_fields,
    status: payload.status?.trim(),
    priority: payload.priority,
    assigneeId: payload.assigneeId == null ? undefined : errors.id("assigneeId", "member", payload.assigneeId),
    categoryId: payload.categoryId == null ? undefined : errors.id("categoryId", "category", payload.categoryId),
    tags: tagsOf(errors, payload),
    links: payload.links?.map(linkOf),
    metadata: payload.metadata ?? undefined,
    dueAt: payload.dueAt == null ? undefined : momentOf(payload.dueAt),
    source:
      signedIn === undefined
        ? (payload.source ?? sourceOf[payload.origin ?? (phone === undefined ? "api" : "sms")])
        : "web",
    sourceId: lineOf(payload.sourceId),
    sourceData: payload.sourceData ?? undefined,
    // What a customer is texted first are the words of whoever texts them.
    createdBy: signedIn?.member.email ?? lineOf(payload.createdBy) ?? (phone === undefined ? undefined : name),
    watchers: payload.watchers?.flatMap((watcher, index) =>
      Result.match(watcherOf(watcher), {
        onFailure: ({ code, field, message }) => errors.refuse(`watchers[${index}].${field}`, code, message) ?? [],
        onSuccess: (named) => [named]
      })
    ),
    attachmentIds: errors.ids("attachmentIds", "attachment", payload.attachmentIds),
    importedAt: payload.imported && momentOf(payload.imported.createdAt),
    notifyCustomer: payload.notifyCustomer
  })
}

/** What `PATCH …/tickets/{ticketId}` says, in the words of the ticket service. */
export const ticketChangeOf = (payload: typeof TicketUpdate.Type): Result.Result<TicketChange, InvalidInput> => {
  const errors = new InputErrors()
  const customFields = payload.customFields !== undefined ? payload.customFields : payload.custom_fields
  if (customFields !== undefined && payload.customFieldsPatch !== undefined) {
    errors.refuse("customFieldsPatch", "not_allowed", "must not be sent together with customFields")
  }
  const { customerEmail, customerId } = payload
  return errors.result({
    title: payload.title?.trim(),
    body: payload.body,
    status: payload.status?.trim(),
    closeReason: payload.closeReason,
    priority: payload.priority,
    assigneeId: payload.assigneeId == null ? payload.assigneeId : errors.id("assigneeId", "member", payload.assigneeId),
    categoryId:
      payload.categoryId == null ? payload.categoryId : errors.id("categoryId", "category", payload.categoryId),
    tags: tagsOf(errors, payload),
    links: payload.links === null ? null : payload.links?.map(linkOf),
    customFields,
    customFieldsPatch: payload.customFieldsPatch,
    metadata: payload.metadata,
    dueAt: payload.dueAt == null ? payload.dueAt : momentOf(payload.dueAt),
    isSpam: payload.isSpam,
    customer:
      customerId === undefined && customerEmail === undefined
        ? undefined
        : {
            id: customerId === undefined ? undefined : errors.id("customerId", "customer", customerId),
            email: customerEmail === undefined ? undefined : addressOf(customerEmail)
          }
  })
}

/** Text that has the form of a tag's id is one, any other a name; `tagIds` holds ids only. */
export const tagsOf = (
  errors: InputErrors,
  payload: { readonly tags?: ReadonlyArray<typeof TagNamed.Type>; readonly tagIds?: ReadonlyArray<string> }
): TagInput | undefined => {
  if (payload.tags === undefined && payload.tagIds === undefined) return undefined
  const tags = payload.tags ?? []
  const named = tags.flatMap((tag, index) => {
    const field = `tags[${index}]`
    const id = typeof tag === "string" ? idIn(tag) : errors.id(`${field}.id`, "tag", tag.id)
    return id === undefined ? [] : [{ id, field }]
  })
  const listed = errors.ids("tagIds", "tag", payload.tagIds).map((id, index) => ({ id, field: `tagIds[${index}]` }))
  return {
    names: tags.flatMap((tag) => (typeof tag === "string" && idIn(tag) === undefined ? [tag.trim()] : [])),
    ids: [...named, ...listed].map(({ id }) => id),
    idFields: [...named, ...listed].map(({ field }) => field)
  }
}

const idIn = (text: string) => Option.getOrUndefined(parseId("tag", text.trim()))

/** One line without the space around it. */
export const lineOf = (text: string | null | undefined): string | undefined => text?.trim()

/** A link as it is stored and compared: without the members that it does not have. */
export const linkOf = (link: typeof LinkInput.Type): Link => {
  if (typeof link === "string") return { url: link.trim() }
  const [title, type] = [lineOf(link.title), lineOf(link.type)]
  return { url: link.url.trim(), ...(title === undefined ? {} : { title }), ...(type === undefined ? {} : { type }) }
}

/** A time that its schema has checked. */
export const momentOf = (text: string): DateTime.Utc => DateTime.makeUnsafe(instantOf(text))
